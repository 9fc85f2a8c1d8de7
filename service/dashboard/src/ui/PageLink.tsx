import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { usePlace } from './useAddress.ts';

interface PageLinkProps {
  to: string;
  values?: Readonly<Record<string, string | null>>;
  className?: string;
  isCurrent?: boolean;
  children: ReactNode;
}

/** A link to another page of the dashboard, about the same app. */
export function PageLink({ to, values, className = '', isCurrent = false, children }: PageLinkProps) {
  const place = usePlace();
  return (
    <Link to={place(to, values)} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}
