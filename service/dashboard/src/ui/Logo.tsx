export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M6 20a6 6 0 0 1 0-8l3-3a6 6 0 0 1 8 0" />
      <path d="M26 12a6 6 0 0 1 0 8l-3 3a6 6 0 0 1-8 0" />
      <path className="logo-gap" d="M12.5 19.5l1.6-1.6M17.9 14.1l1.6-1.6" />
    </svg>
  );
}
