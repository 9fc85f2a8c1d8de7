import { useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { describeProblem, fieldProblem } from '../ui/problems.ts';
import { useChangeApp, type App } from '../apps/requests.ts';

function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file can’t be read.'));
    reader.readAsDataURL(file);
  });
}

/** A chosen file is saved right away: only the service can say whether it is an icon. */
export function IconField({ app }: { app: App }) {
  const change = useChangeApp(app.id);
  const [isAsking, setAsking] = useState(false);
  const { error } = change;
  const problem = error ? (fieldProblem(error, 'icon') ?? describeProblem(error)) : null;
  const save = async (file: File | undefined) => {
    if (file) change.mutate({ icon: await readFile(file) });
  };
  return (
    <Field
      label="Icon"
      isOptional
      problem={problem}
      hint="A square PNG or WebP of at most 32 KB. It is saved right away."
    >
      {(control) => (
        <div className="icon-field">
          {app.icon !== null && <img src={app.icon} alt="" width={40} height={40} />}
          <input
            {...control}
            type="file"
            accept="image/png,image/webp"
            disabled={change.isPending}
            onChange={(event) => void save(event.target.files?.[0])}
          />
          {app.icon !== null && (
            <button type="button" className="button quiet small" onClick={() => setAsking(true)}>
              Remove the icon…
            </button>
          )}
          {isAsking && (
            <ConfirmDialog
              title="Remove the icon?"
              action="Remove the icon"
              isPending={change.isPending}
              error={change.error}
              onConfirm={() => change.mutate({ icon: null }, { onSuccess: () => setAsking(false) })}
              onClose={() => setAsking(false)}
            >
              <p>Landing pages show the app’s name alone until you choose another one.</p>
            </ConfirmDialog>
          )}
        </div>
      )}
    </Field>
  );
}
