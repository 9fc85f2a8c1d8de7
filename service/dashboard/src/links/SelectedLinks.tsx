import { useState } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Form } from '../ui/Form.tsx';
import { formatCount } from '../ui/numbers.ts';
import { TextField } from '../ui/TextField.tsx';
import { describeProblem } from '../ui/problems.ts';
import { fromLocalTime } from '../ui/times.ts';
import { tagsOf } from './linkValues.ts';
import { useDeleteLinks, useExpireLinks, useTagLinks } from './requests.ts';

const countOf = (count: number) => (count === 1 ? 'one link' : `${formatCount(count)} links`);

interface InputDialogProps {
  title: string;
  label: string;
  type: 'text' | 'datetime-local';
  hint: string;
  action: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (text: string) => void;
  onClose: () => void;
}

function InputDialog({ title, label, type, hint, action, isPending, error, onSubmit, onClose }: InputDialogProps) {
  const [text, setText] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="dialog-form" error={error} onSubmit={() => onSubmit(text)}>
        <TextField
          label={label}
          type={type}
          required
          autoFocus
          value={text}
          onChange={setText}
          hint={hint}
          problem={error ? describeProblem(error) : null}
        />
        <div className="dialog-buttons">
          <button type="button" className="button quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button" disabled={isPending}>
            {action}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

interface SelectedLinksProps {
  codes: readonly string[];
  onDone: () => void;
  onDeleted: (codes: readonly string[]) => void;
}

/** What can be done with the links that are selected. */
export function SelectedLinks({ codes, onDone, onDeleted }: SelectedLinksProps) {
  const { app, may } = useCurrentApp();
  const [asked, setAsked] = useState<'nothing' | 'tag' | 'expire' | 'delete'>('nothing');
  const tag = useTagLinks(app.id);
  const expire = useExpireLinks(app.id);
  const remove = useDeleteLinks(app.id);
  const close = () => setAsked('nothing');
  const done = () => {
    close();
    onDone();
  };
  const qrQuery = new URLSearchParams([['app', app.id], ...codes.map((code) => ['link', code])]);
  return (
    <div className="selected" role="group" aria-label="Selected links">
      <strong>{countOf(codes.length)} selected</strong>
      <span className="actions">
        {may('links') && (
          <>
            <button type="button" className="button quiet small" onClick={() => setAsked('tag')}>
              Tag…
            </button>
            <button type="button" className="button quiet small" onClick={() => setAsked('expire')}>
              Expire…
            </button>
          </>
        )}
        <a className="button quiet small" href={`/api/links/qr.zip?${qrQuery.toString()}`} download="qr.zip">
          QR codes
        </a>
        {may('all') && (
          <button type="button" className="button quiet small danger" onClick={() => setAsked('delete')}>
            Delete…
          </button>
        )}
        <button type="button" className="button quiet small" onClick={onDone}>
          Select none
        </button>
      </span>
      {remove.error && asked !== 'delete' ? <Failure error={remove.error} /> : null}
      {asked === 'tag' && (
        <InputDialog
          title={`Tag ${countOf(codes.length)}`}
          label="Tags"
          type="text"
          hint="Separated by commas. They are added to the tags that the links have."
          action="Add the tags"
          isPending={tag.isPending}
          error={tag.error}
          onSubmit={(text) => tag.mutate({ codes, input: tagsOf(text) }, { onSuccess: done })}
          onClose={close}
        />
      )}
      {asked === 'expire' && (
        <InputDialog
          title={`Let ${countOf(codes.length)} expire`}
          label="Expires"
          type="datetime-local"
          hint={`In ${app.timeZone}, the app’s time zone. After this, the links stop working.`}
          action="Set the time"
          isPending={expire.isPending}
          error={expire.error}
          onSubmit={(text) => {
            const input = fromLocalTime(text, app.timeZone);
            if (input !== null) expire.mutate({ codes, input }, { onSuccess: done });
          }}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete ${countOf(codes.length)}?`}
          action={`Delete ${countOf(codes.length)}`}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(
              { codes, input: null },
              {
                onSuccess: () => {
                  done();
                  onDeleted(codes);
                },
              }
            )
          }
          onClose={close}
        >
          <p>Printed QR codes stop working. You can undo this for 30 days. The statistics stay.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
