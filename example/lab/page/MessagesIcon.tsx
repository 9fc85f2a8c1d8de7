export function MessagesIcon() {
  return (
    <svg className="app-icon" viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="15" fill="#1f7a5c" />
      <path
        d="M32 17c-10 0-18 6-18 13.5 0 4.3 2.6 8 6.7 10.5L19 48l8.6-4.5c1.400.3 2.900.5 4.400.5 10 0 18-6 18-13.5S42 17 32 17z"
        fill="#eafff5"
      />
    </svg>
  );
}
