import { useLocation } from 'wouter';
import { useCurrentApp } from '../apps/currentApp.ts';
import { Failure } from '../ui/Failure.tsx';
import { Notice } from '../ui/Notice.tsx';
import { linkPage } from '../ui/linkPage.ts';
import { usePlace } from '../ui/useAddress.ts';
import { useRestoreLink } from './requests.ts';

/** Says that a link is deleted, and brings it back. */
export function DeletedNotice({ code }: { code: string }) {
  const { app } = useCurrentApp();
  const restore = useRestoreLink(app.id, code);
  const [, navigate] = useLocation();
  const place = usePlace();
  return (
    <>
      <Notice tone="quiet">
        <p>Deleted /{code}. You can bring it back for 30 days; until then no other app gets its code.</p>
        <button
          type="button"
          className="button quiet small"
          disabled={restore.isPending}
          onClick={() => restore.mutate(undefined, { onSuccess: () => navigate(place(linkPage(code))) })}
        >
          Undo
        </button>
      </Notice>
      {restore.error ? <Failure error={restore.error} /> : null}
    </>
  );
}
