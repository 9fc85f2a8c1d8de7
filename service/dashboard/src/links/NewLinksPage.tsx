import { useState } from 'react';
import { fillTemplate } from '../../../src/routes/owner/links/fillTemplate.ts';
import { Problem } from '../api/Problem.ts';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { AreaField } from '../ui/AreaField.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatCount } from '../ui/numbers.ts';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { fieldProblem } from '../ui/problems.ts';
import { TextField } from '../ui/TextField.tsx';
import { CampaignFields } from './CampaignFields.tsx';
import { nameOfLink } from './LinkTable.tsx';
import { useAddLinks, type Link } from './requests.ts';
import { saveQrCodes } from './saveQrCodes.ts';
import './links.css';

const NO_VALUES = { names: '', destination: '', campaign: '', source: '', medium: '', code: '{name}' };

const FIELDS = [
  'names',
  'template.destination',
  'template.campaign',
  'template.source',
  'template.medium',
  'template.code',
];

const namesIn = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((name) => name.trim())
      .filter((name) => name !== '')
  ),
];

function Created({ links }: { links: readonly Link[] }) {
  const fileOf = useFileName();
  return (
    <Panel title="Created">
      <Notice tone="good">{formatCount(links.length)} links are ready.</Notice>
      <DataTable
        caption="The new links"
        file={fileOf('new-links')}
        rows={links}
        keyOf={({ code }) => code}
        columns={[
          { name: 'Name', text: nameOfLink },
          { name: 'Short link', text: ({ shortUrl }) => shortUrl, isWide: true },
        ]}
      />
      <div className="panel-note actions">
        <button
          type="button"
          className="button quiet"
          onClick={() => void saveQrCodes(links, fileOf('qr-codes').replace(/csv$/, 'zip'))}
        >
          QR codes of all
        </button>
        <PageLink to="/links" className="button quiet">
          Back to the links
        </PageLink>
      </div>
    </Panel>
  );
}

/** What is wrong with the link of a name: the service says at which place the name is. */
function lineProblems(error: unknown, names: readonly string[]): string[] {
  if (!(error instanceof Problem)) return [];
  return error.fields.flatMap(({ name, message }) => {
    const place =
      /^links\.(\d+)\./.exec(name)?.[1] ?? /, for names\.(\d+)$/.exec(message)?.[1] ?? /^names\.(\d+)/.exec(name)?.[1];
    if (place === undefined) return [];
    const field = name.split('.').at(-1) ?? '';
    const what = /^\d+$/.test(field) ? 'The name' : `The ${field}`;
    return [`“${names[Number(place)] ?? ''}”: ${what} ${message.replace(/, for names\.\d+$/, '')}.`];
  });
}

/** As many as show what the others look like. */
const PREVIEWED = 5;

/** What the links will be, before they are created. */
function Preview({ names, template }: { names: readonly string[]; template: Readonly<Record<string, string>> }) {
  const { app } = useCurrentApp();
  if (names.length === 0 || template.destination === '') return null;
  return (
    <div className="field">
      <strong>Preview</strong>
      <ul className="new-links-preview">
        {names.slice(0, PREVIEWED).map((name) => {
          const { code, destination } = fillTemplate(template, name);
          return (
            <li key={name}>
              <bdi>{name}</bdi>
              <code>
                {app.hosts[0] ?? window.location.host}/{typeof code === 'string' ? code : '(random)'}
              </code>
              <span className="muted">{String(destination)}</span>
            </li>
          );
        })}
      </ul>
      {names.length > PREVIEWED && <p className="hint">and {formatCount(names.length - PREVIEWED)} more</p>}
    </div>
  );
}

/** One link for each of many names, such as those of influencers. */
export function NewLinksPage() {
  const { app } = useCurrentApp();
  const [values, setValues] = useState(NO_VALUES);
  const addLinks = useAddLinks(app.id);
  const { error, data } = addLinks;
  const names = namesIn(values.names);
  const field = (name: keyof typeof NO_VALUES) => ({
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: fieldProblem(error, name === 'names' ? name : `template.${name}`),
  });
  const { names: _names, code, destination, ...campaign } = values;
  const plain = { destination: destination.trim(), name: '{name}', ...campaign };
  const template = code.trim() === '' ? plain : { ...plain, code: code.trim() };
  const [sent, setSent] = useState<readonly string[]>([]);
  const submit = () => {
    setSent(names);
    addLinks.mutate({ names, template });
  };
  const wrong = lineProblems(error, sent);

  return (
    <Page title="Create many links" of={app.name}>
      {data ? (
        <Created links={data.links} />
      ) : (
        <Panel title="One link for each name" className="narrow">
          <Form error={error} onSubmit={submit}>
            <AreaField
              label="Names"
              {...field('names')}
              problem={wrong.length > 0 ? wrong.join(' ') : fieldProblem(error, 'names')}
              rows={8}
              placeholder={'Ana López\nBen'}
              hint="One per line, up to 500. Each is the internal name of its link."
            />
            <TextField
              label="Destination"
              required
              {...field('destination')}
              placeholder="/sale?ref={name}"
              hint="{name} becomes the name."
            />
            <CampaignFields field={field} />
            <TextField
              label="Code"
              isOptional
              {...field('code')}
              hint="{name} becomes ana-lopez. A name without Latin letters or digits gets a random code, and so do all if you leave this empty."
            />
            <Preview names={names} template={template} />
            <FormEnd error={wrong.length === 0 && error} fields={FIELDS}>
              <button type="submit" className="button" disabled={addLinks.isPending || names.length === 0}>
                {addLinks.isPending ? 'Creating…' : `Create ${formatCount(names.length)} links`}
              </button>
              <PageLink to="/links" className="button quiet">
                Cancel
              </PageLink>
            </FormEnd>
          </Form>
        </Panel>
      )}
    </Page>
  );
}
