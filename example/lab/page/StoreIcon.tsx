export function StoreIcon() {
  return (
    <svg className="app-icon" viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="15" fill="#e9eef4" />
      <path d="M18 26h28l-2.5 21h-23z" fill="#2f6f8f" />
      <path d="M25 27v-4a7 7 0 0 1 14 0v4" fill="none" stroke="#2f6f8f" strokeWidth="3.5" />
    </svg>
  );
}
