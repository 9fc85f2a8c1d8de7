import { useCurrentApp } from '../apps/currentApp.ts';
import { Failure } from '../ui/Failure.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatCount } from '../ui/numbers.ts';
import { useRestoreLinks } from './requests.ts';

interface DeletedNoticeProps {
  codes: readonly string[];
  onRestored: () => void;
}

/** Says which links were deleted, and can restore them. */
export function DeletedNotice({ codes, onRestored }: DeletedNoticeProps) {
  const { app } = useCurrentApp();
  const restore = useRestoreLinks(app.id);
  const what = codes.length === 1 ? `/${codes[0]}` : `${formatCount(codes.length)} links`;
  const them = codes.length === 1 ? ['it', 'its code'] : ['them', 'their codes'];
  return (
    <>
      <Notice tone="quiet">
        <p>
          Deleted {what}. You can restore {them[0]} for 30 days; until then, no other app gets {them[1]}.
        </p>
        <button
          type="button"
          className="button quiet small"
          disabled={restore.isPending}
          onClick={() => restore.mutate(codes, { onSuccess: onRestored })}
        >
          Undo
        </button>
      </Notice>
      {restore.error ? <Failure error={restore.error} /> : null}
    </>
  );
}
