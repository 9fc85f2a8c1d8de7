import { useId, type ReactNode } from 'react';

interface Props {
  area: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ area, title, aside, children }: Props) {
  const id = useId();
  return (
    <section className={`panel ${area}`} aria-labelledby={id}>
      <div className="panel-header">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
