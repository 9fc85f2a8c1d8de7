import { useEffect, useRef, type ReactNode } from 'react';

interface PageProps {
  title: string;
  /** In the title of the window only, such as the name of the app. */
  of?: string | undefined;
  /** Beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Whether anything had the focus since the page was loaded; until then the keyboard begins at the top. */
let hasHadFocus = false;
document.addEventListener('focusin', () => (hasHadFocus = true), { once: true });

/** A page begins at its top, with the focus on its heading, which a screen reader reads, or on one of its fields. */
export function Page({ title, of, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!hasHadFocus) return;
    // A field that the address asked for already has the focus.
    if (document.activeElement?.closest('main')) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <>
      <title>{of === undefined ? title : `${title} · ${of}`}</title>
      <div className="page-head">
        <h1 ref={heading} id="page-title" tabIndex={-1}>
          {/* A title may be written from right to left. */}
          <bdi>{title}</bdi>
        </h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
