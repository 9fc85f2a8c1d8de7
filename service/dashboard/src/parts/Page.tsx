import type { ReactNode } from 'react';

interface PageProps {
  title: string;
  /** In the title of the window only, such as the name of the app. */
  of?: string | undefined;
  /** Beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The heading takes the focus when the page changes, so that a screen reader says where it is. */
export function Page({ title, of, actions, children }: PageProps) {
  return (
    <>
      <title>{of === undefined ? title : `${title} · ${of}`}</title>
      <div className="page-head">
        <h1 id="page-title" tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
