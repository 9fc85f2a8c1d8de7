import type { ReactNode } from 'react';
import { useCurrentApp } from './currentApp.ts';
import { serviceRoot } from '../api/serviceRoot.ts';

interface DownloadLinkProps {
  file: 'links.csv' | 'clicks.csv' | 'events.csv' | 'statistics.csv';
  values?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** A file that the browser downloads itself, however large it is. */
export function DownloadLink({ file, values = {}, children }: DownloadLinkProps) {
  const { app } = useCurrentApp();
  const query = new URLSearchParams({ app: app.id, ...values }).toString();
  return (
    <a className="button quiet" href={`${serviceRoot}/api/export/${file}?${query}`} download={`${app.id}-${file}`}>
      {children}
      <span className="visually-hidden"> (downloads {file})</span>
    </a>
  );
}
