import { useAddApp } from './requests.ts';
import { AppFields } from './AppFields.tsx';
import { changeOf, NO_VALUES, VALUE_NAMES } from './appValues.ts';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { Page } from '../ui/Page.tsx';
import { Panel } from '../ui/Panel.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Problem } from '../api/Problem.ts';
import { useDraft } from '../session/useDraft.ts';
import { fieldProblem } from '../ui/problems.ts';
import { NewKeys } from './NewKeys.tsx';

function idProblem(error: unknown): string | null {
  if (error instanceof Problem && error.code === 'app_taken') return 'An app with this id already exists.';
  return fieldProblem(error, 'id');
}

/** Adds an app, and shows its two keys: the only time that anybody sees them. */
export function AddAppPage({ isFirst }: { isFirst: boolean }) {
  const [{ id, ...values }, setValues] = useDraft('admin new app', { id: '', ...NO_VALUES });
  const addApp = useAddApp();
  const { error, data: added } = addApp;

  if (added) return <NewKeys added={added} />;

  return (
    <Page title={isFirst ? 'Add your app' : 'Add an app'}>
      {isFirst && (
        <p className="lead">
          Which app should your links open? Only id and name are needed now. You can change everything except the id
          later.
        </p>
      )}
      <Panel title="The app" className="narrow">
        <Form error={error} onSubmit={() => addApp.mutate({ id: id.trim(), ...changeOf(values) })}>
          <TextField
            label="Id"
            required
            value={id}
            onChange={(changed) => setValues({ ...values, id: changed })}
            problem={idProblem(error)}
            placeholder="my-app"
            hint="Your app uses it as config.appID. Lower-case letters, digits, dots and dashes."
          />
          <AppFields isNew values={values} onChange={(changed) => setValues({ ...changed, id })} error={error} />
          <FormEnd error={idProblem(error) === null && error} fields={VALUE_NAMES}>
            <button type="submit" className="button" disabled={addApp.isPending}>
              {addApp.isPending ? 'Adding…' : 'Add the app'}
            </button>
          </FormEnd>
        </Form>
      </Panel>
    </Page>
  );
}
