import { useState } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { ShareButton } from '../shared/ShareButton.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { writeCsv } from '../ui/csv.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form } from '../ui/Form.tsx';
import { formatCount } from '../ui/numbers.ts';
import { describeProblem } from '../ui/problems.ts';
import { saveFile } from '../ui/saveFile.ts';
import { TextField } from '../ui/TextField.tsx';
import { fromLocalTime } from '../ui/times.ts';
import { countOfLinks } from './countOfLinks.ts';
import { tagsOf } from './linkValues.ts';
import { useChangeLinks, useDeleteLinks, type Link, type LinkChange, type LinkChanges } from './requests.ts';
import { saveQrCodes } from './saveQrCodes.ts';
import { SuggestingField } from './SuggestingField.tsx';

/** A change of many links: what the dialog asks for, and how each link changes. */
interface BulkChange {
  button: string;
  title: (links: string) => string;
  label: string;
  type: 'text' | 'datetime-local';
  hint: (timeZone: string) => string;
  action: string;
  /** Whether the field may be empty, such as for no campaign. */
  isOptional: boolean;
  changeOf: (link: Link, text: string, timeZone: string) => LinkChange;
  before: (link: Link) => LinkChange;
}

const CHANGES = {
  campaign: {
    button: 'Campaign…',
    title: (links) => `Campaign of ${links}`,
    label: 'Campaign',
    type: 'text',
    hint: () => 'Replaces their campaign. Leave it empty for none. Past numbers stay with the old campaign.',
    action: 'Set the campaign',
    isOptional: true,
    changeOf: (_link, text) => ({ campaign: text.trim() || null }),
    before: ({ campaign }) => ({ campaign }),
  },
  tags: {
    button: 'Tag…',
    title: (links) => `Tag ${links}`,
    label: 'Tags',
    type: 'text',
    hint: () => 'Separated by commas. They are added to the tags that the links have.',
    action: 'Add the tags',
    isOptional: false,
    changeOf: ({ tags }, text) => ({ tags: [...new Set([...tags, ...tagsOf(text)])] }),
    before: ({ tags }) => ({ tags }),
  },
  expiry: {
    button: 'Expire…',
    title: (links) => `Expiry of ${links}`,
    label: 'Expires',
    type: 'datetime-local',
    hint: (timeZone) => `In ${timeZone}, the app’s time zone. After this, the links stop working.`,
    action: 'Set the expiry',
    isOptional: false,
    changeOf: (_link, text, timeZone) => ({ expiresAt: fromLocalTime(text, timeZone) }),
    before: ({ expiresAt }) => ({ expiresAt }),
  },
} as const satisfies Record<string, BulkChange>;

type ChangeName = keyof typeof CHANGES;

interface ChangeDialogProps {
  name: ChangeName;
  links: readonly Link[];
  onChanged: (undo: LinkChanges) => void;
  onClose: () => void;
}

function ChangeDialog({ name, links, onChanged, onClose }: ChangeDialogProps) {
  const { app } = useCurrentApp();
  const [text, setText] = useState('');
  const change = useChangeLinks(app.id);
  const { title, label, type, hint, action, isOptional, changeOf, before }: BulkChange = CHANGES[name];
  const submit = () =>
    change.mutate(
      links.map((link) => ({ code: link.code, ...changeOf(link, text, app.timeZone) })),
      { onSuccess: () => onChanged(links.map((link) => ({ code: link.code, ...before(link) }))) }
    );
  const field = {
    label,
    type,
    required: !isOptional,
    autoFocus: true,
    value: text,
    onChange: setText,
    hint: hint(app.timeZone),
    problem: change.error ? describeProblem(change.error) : null,
  };
  return (
    <Dialog title={title(countOfLinks(links.length))} onClose={onClose}>
      <Form className="dialog-form" error={change.error} onSubmit={submit}>
        {name === 'campaign' ? <SuggestingField by="campaign" {...field} /> : <TextField {...field} />}
        <div className="dialog-buttons">
          <button type="button" className="button quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button" disabled={change.isPending}>
            {action}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

interface SelectedLinksProps {
  links: readonly Link[];
  /** How many the list has in all, and what selects them; left out if all are selected. */
  rest?: { total: number; onSelectAll: () => void; isPending: boolean } | undefined;
  onDone: () => void;
  onChanged: (undo: LinkChanges) => void;
  onDeleted: (codes: readonly string[]) => void;
}

/** What can be done with the links that are selected. */
export function SelectedLinks({ links, rest, onDone, onChanged, onDeleted }: SelectedLinksProps) {
  const { app, may } = useCurrentApp();
  const fileOf = useFileName();
  const [asked, setAsked] = useState<'nothing' | 'delete' | ChangeName>('nothing');
  const [isDrawing, setDrawing] = useState(false);
  const remove = useDeleteLinks(app.id);
  const close = () => setAsked('nothing');
  const codes = links.map(({ code }) => code);
  const saveCodes = async () => {
    setDrawing(true);
    await saveQrCodes(links, fileOf('qr-codes', null).replace(/csv$/, 'zip'));
    setDrawing(false);
  };
  const saveTable = () => {
    const headings = ['Name', 'Short link', 'Destination', 'Title', 'Campaign', 'Source', 'Medium', 'Tags', 'Created'];
    const lines = links.map((link) => [
      ...[link.name, link.shortUrl, link.destination, link.title, link.campaign, link.source, link.medium],
      ...[link.tags.join(', '), link.createdAt],
    ]);
    saveFile(fileOf('selected-links', null), 'text/csv', writeCsv([headings, ...lines]));
  };
  return (
    <div className="selected" role="group" aria-label="Selected links">
      <strong>{countOfLinks(links.length)} selected</strong>
      {rest && (
        <button type="button" className="button quiet small" disabled={rest.isPending} onClick={rest.onSelectAll}>
          Select all {formatCount(rest.total)}
        </button>
      )}
      <span className="actions">
        {may('links') &&
          (Object.keys(CHANGES) as ChangeName[]).map((name) => (
            <button key={name} type="button" className="button quiet small" onClick={() => setAsked(name)}>
              {CHANGES[name].button}
            </button>
          ))}
        <button type="button" className="button quiet small" onClick={saveTable}>
          Download
        </button>
        <button type="button" className="button quiet small" disabled={isDrawing} onClick={() => void saveCodes()}>
          {isDrawing ? 'Drawing…' : 'QR codes'}
        </button>
        <ShareButton bound={{ link: codes }} />
        {may('all') && (
          <button type="button" className="button quiet small danger" onClick={() => setAsked('delete')}>
            Delete…
          </button>
        )}
        <button type="button" className="button quiet small" onClick={onDone}>
          Clear selection
        </button>
      </span>
      {asked !== 'nothing' && asked !== 'delete' && (
        <ChangeDialog
          name={asked}
          links={links}
          onChanged={(undo) => {
            close();
            onChanged(undo);
          }}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete ${countOfLinks(links.length)}?`}
          action={`Delete ${countOfLinks(links.length)}`}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(codes, {
              onSuccess: () => {
                close();
                onDone();
                onDeleted(codes);
              },
            })
          }
          onClose={close}
        >
          <p>Printed QR codes stop working. You can undo this for 30 days. The statistics stay.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
