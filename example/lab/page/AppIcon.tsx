export function AppIcon() {
  return (
    <svg className="app-icon" viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="15" fill="#2c2745" />
      <path d="M40 12.5a20 20 0 1 0 11.5 26A16.5 16.5 0 0 1 40 12.5z" fill="#ffd9a0" />
    </svg>
  );
}
