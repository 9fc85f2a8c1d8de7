import { useState } from 'react';
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
  const { app } = useCurrentApp();
  const fileOf = useFileName();
  const query = new URLSearchParams([['app', app.id], ...links.map(({ code }) => ['link', code])]);
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
        <a className="button quiet" href={`/api/links/qr.zip?${query.toString()}`} download="qr.zip">
          QR codes of all
        </a>
        <PageLink to="/links" className="button quiet">
          Back to the links
        </PageLink>
      </div>
    </Panel>
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
  const submit = () => {
    const { names: _names, code, destination, ...campaign } = values;
    const template = { destination: destination.trim(), name: '{name}', ...campaign };
    addLinks.mutate({ names, template: code.trim() === '' ? template : { ...template, code: code.trim() } });
  };

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
              hint="{name} becomes ana-lopez. Leave it empty to get random codes."
            />
            <FormEnd error={error} fields={FIELDS}>
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
