import { useQuery } from '@tanstack/react-query';
import { useCurrentApp } from '../apps/currentApp.ts';
import { isPath } from '../ui/isPath.ts';
import { linkPage } from '../ui/linkPage.ts';
import { PageLink } from '../ui/PageLink.tsx';
import { linkQuery } from './requests.ts';

/** A link by its code, and beside it by what the team calls it. */
export function LinkRef({ code }: { code: string }) {
  const { app } = useCurrentApp();
  const { data } = useQuery({ ...linkQuery(app.id, code), enabled: !isPath(code), staleTime: Infinity, retry: false });
  const name = data?.name ?? data?.title;
  if (isPath(code)) return <bdi>{code}</bdi>;
  return (
    <>
      <PageLink to={linkPage(code)}>/{code}</PageLink>
      {name && (
        <span className="muted">
          {' '}
          <bdi>{name}</bdi>
        </span>
      )}
    </>
  );
}
