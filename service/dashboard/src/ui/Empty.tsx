import type { ReactNode } from 'react';

/** Where a list has nothing in it: says what to do next. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      <div className="empty-text">{children}</div>
    </div>
  );
}
