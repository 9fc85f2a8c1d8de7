import { useRef, useState } from 'react';
import { fillTemplate } from '../../../src/routes/owner/links/fillTemplate.ts';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { AreaField } from '../ui/AreaField.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
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
import { countOfLinks } from './countOfLinks.ts';
import { nameOfLink } from './LinkTable.tsx';
import { linesIn, mistakesIn, type Line, type Mistake } from './newLinkLines.ts';
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

function Created({ links }: { links: readonly Link[] }) {
  const fileOf = useFileName();
  return (
    <Panel title="Created">
      <Notice tone="good">
        {countOfLinks(links.length)} {links.length === 1 ? 'is' : 'are'} ready.
      </Notice>
      <DataTable
        caption="The new links"
        file={fileOf('new-links', null)}
        rows={links}
        keyOf={({ code }) => code}
        columns={[
          { name: 'Name', text: nameOfLink },
          { name: 'Short link', text: ({ shortUrl }) => shortUrl, isWide: true },
        ]}
        actions={({ code, shortUrl }) => <CopyButton text={shortUrl} what={`the short link ${code}`} />}
      />
      <div className="panel-note actions">
        <button
          type="button"
          className="button quiet"
          onClick={() => void saveQrCodes(links, fileOf('qr-codes', null).replace(/csv$/, 'zip'))}
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

interface LineProblemsProps {
  mistakes: readonly Mistake[];
  /** Selects the line. */
  onFind: (line: Line) => void;
  lines: readonly Line[];
}

/** What is wrong with which line. A line that was changed since is left out. */
function LineProblems({ mistakes, lines, onFind }: LineProblemsProps) {
  return (
    <ul className="line-problems" aria-label="Lines that are wrong">
      {mistakes.flatMap(({ name, field, message }) => {
        const line = lines.find((each) => each.name === name);
        if (!line) return [];
        return [
          <li key={`${name} ${field} ${message}`}>
            <button type="button" className="button quiet small" onClick={() => onFind(line)}>
              Line {formatCount(line.number)}
            </button>
            <span className="field-problem">
              <bdi>{name}</bdi>: the {field} {message}.
            </span>
          </li>,
        ];
      })}
    </ul>
  );
}

/** Enough to see what the others look like. */
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
  const [sent, setSent] = useState<readonly string[]>([]);
  const area = useRef<HTMLTextAreaElement>(null);
  const addLinks = useAddLinks(app.id);
  const { error, data } = addLinks;
  const lines = linesIn(values.names);
  const names = lines.map(({ name }) => name);
  const { ofLines, ofAll } = mistakesIn(error, sent);
  const field = (name: keyof typeof NO_VALUES) => ({
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    problem: fieldProblem(ofAll, name === 'names' ? name : `template.${name}`),
  });
  const { names: _names, code, destination, ...campaign } = values;
  const plain = { destination: destination.trim(), name: '{name}', ...campaign };
  const template = code.trim() === '' ? plain : { ...plain, code: code.trim() };
  const find = ({ start, end }: Line) => {
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };

  return (
    <Page title="Create many links" of={app.name}>
      {data ? (
        <Created links={data.links} />
      ) : (
        <Panel title="One link for each name" className="narrow">
          <Form
            error={error}
            onSubmit={() => {
              setSent(names);
              addLinks.mutate({ names, template });
            }}
          >
            <AreaField
              label="Names"
              ref={area}
              isOptional={false}
              {...field('names')}
              problem={ofLines.length > 0 ? 'No link was created: some lines are wrong.' : field('names').problem}
              rows={8}
              placeholder={'Ana López\nBen'}
              hint="One per line, up to 500. Each is the internal name of its link."
            />
            {ofLines.length > 0 && <LineProblems mistakes={ofLines} lines={lines} onFind={find} />}
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
            <FormEnd error={ofLines.length === 0 && ofAll} fields={FIELDS}>
              <button type="submit" className="button" disabled={addLinks.isPending || names.length === 0}>
                {addLinks.isPending
                  ? 'Creating…'
                  : names.length === 0
                    ? 'Create the links'
                    : `Create ${countOfLinks(names.length)}`}
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
