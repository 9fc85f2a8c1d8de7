import { useState } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { DownloadLink } from '../apps/DownloadLink.tsx';
import { useFileName } from '../apps/useFileName.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { formatCount } from '../ui/numbers.ts';
import { fieldProblem } from '../ui/problems.ts';
import { useImportLinks, type ImportReport } from './requests.ts';
import './links.css';

type Outcome = ImportReport['rows'][number]['outcome'];

/** What a person has to look at comes first. */
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  refused: 'Refused',
  different: 'Already there with other values, left as it is',
  new: 'New',
  same: 'Already there',
};

/** More than anybody reads; a page with ten thousand rows would be slow. */
const MAX_ROWS_SHOWN = 200;

const countOf = ({ rows }: ImportReport, wanted: Outcome) => rows.filter(({ outcome }) => outcome === wanted).length;

function Report({ report }: { report: ImportReport }) {
  const fileOf = useFileName();
  const order = Object.keys(OUTCOMES);
  const rows = report.rows.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome));
  return (
    <>
      <DataTable
        caption="What happens to each row"
        rows={rows.slice(0, MAX_ROWS_SHOWN)}
        keyOf={({ line }) => String(line)}
        file={fileOf('import', null)}
        columns={[
          { name: 'Line', text: ({ line }) => line },
          { name: 'Code', text: ({ code }) => code, render: ({ code }) => <bdi>{code}</bdi> },
          { name: 'Result', isWide: true, text: ({ outcome, reason }) => reason ?? OUTCOMES[outcome] },
        ]}
      />
      {rows.length > MAX_ROWS_SHOWN && (
        <p className="panel-note muted">{formatCount(rows.length - MAX_ROWS_SHOWN)} more rows are not shown.</p>
      )}
    </>
  );
}

function summaryOf(report: ImportReport): string {
  const parts = (Object.keys(OUTCOMES) as Outcome[])
    .map((outcome) => ({ outcome, count: countOf(report, outcome) }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${formatCount(count)} ${OUTCOMES[outcome].toLowerCase()}`);
  return `${parts.join('; ')}.`;
}

export function ImportLinksPage() {
  const { app, may } = useCurrentApp();
  const [csv, setCsv] = useState('');
  const trial = useImportLinks(app.id, { isTrial: true });
  const real = useImportLinks(app.id, { isTrial: false });

  const choose = async (file: File | undefined) => {
    const text = (await file?.text()) ?? '';
    setCsv(text);
    real.reset();
    trial.mutate(text);
  };
  const report = trial.data;
  const created = report ? countOf(report, 'new') : 0;

  return (
    <Page title="Import links" of={app.name}>
      <Panel title="A CSV file" className="narrow">
        <div className="form">
          <Field
            label="File"
            problem={fieldProblem(trial.error, 'csv')}
            hint="A CSV file like the one below, or Firebase’s export of Dynamic Links. Up to 10,000 rows and 5 MB. You see the result before anything is imported."
          >
            {(control) => (
              <input
                type="file"
                accept=".csv,text/csv"
                {...control}
                onChange={(event) => void choose(event.target.files?.[0])}
              />
            )}
          </Field>
          {may('all') && (
            <p>
              <DownloadLink file="links.csv">All links as CSV</DownloadLink>
            </p>
          )}
          {trial.isPending && <p role="status">Checking the file…</p>}
          {trial.error !== null && fieldProblem(trial.error, 'csv') === null && <Failure error={trial.error} />}
        </div>
      </Panel>
      {report && (
        <Panel title={real.data ? 'Imported' : 'What would happen'}>
          <Notice tone={countOf(report, 'refused') > 0 ? 'bad' : real.data ? 'good' : 'quiet'}>
            {real.data ? `Done. ${summaryOf(real.data)}` : summaryOf(report)}
            {countOf(report, 'refused') > 0 && ' If any row is refused, nothing is imported.'}
          </Notice>
          <Report report={report} />
          {real.error !== null && <Failure error={real.error} />}
          <div className="panel-note actions">
            {!real.data && (
              <button
                type="button"
                className="button"
                disabled={created === 0 || countOf(report, 'refused') > 0 || real.isPending}
                onClick={() => real.mutate(csv)}
              >
                {real.isPending ? 'Importing…' : `Import ${formatCount(created)} new`}
              </button>
            )}
            <PageLink to="/links" className="button quiet">
              Back to the links
            </PageLink>
          </div>
        </Panel>
      )}
    </Page>
  );
}
