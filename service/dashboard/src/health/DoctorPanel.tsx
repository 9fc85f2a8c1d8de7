import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../ui/Loaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { doctorQuery, type Finding } from '../apps/requests.ts';

const MARKS: Readonly<Record<Finding['verdict'], { sign: string; word: string }>> = {
  good: { sign: '✓', word: 'Good' },
  bad: { sign: '✗', word: 'Wrong' },
  unknown: { sign: '?', word: 'Unknown' },
};

/** The worst first: that is what there is to do. */
const ORDER: readonly Finding['verdict'][] = ['bad', 'unknown', 'good'];

function summarize(findings: readonly Finding[]): string {
  const wrong = findings.filter(({ verdict }) => verdict === 'bad').length;
  if (wrong === 0) return 'Nothing is wrong.';
  return wrong === 1 ? 'One thing is wrong.' : `${wrong} things are wrong.`;
}

/** What `doctor` finds: association files, proxy, keys, clocks. */
export function DoctorPanel() {
  const { app } = useCurrentApp();
  const query = useQuery(doctorQuery(app.id));
  return (
    <Panel
      title="Is everything set up?"
      aside={
        <button
          type="button"
          className="button quiet small"
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {query.isFetching ? 'Checking…' : 'Check again'}
        </button>
      }
    >
      <Loaded query={query} what="the check of your hosts, which takes a few seconds" lines={5}>
        {(findings) => (
          <>
            <p className="panel-body doctor-summary" role="status">
              {summarize(findings)}
            </p>
            <ul className="findings">
              {ORDER.flatMap((verdict) => findings.filter((finding) => finding.verdict === verdict)).map((finding) => (
                <li key={finding.what} data-verdict={finding.verdict}>
                  <span className="finding-mark" aria-hidden="true">
                    {MARKS[finding.verdict].sign}
                  </span>
                  <div>
                    <p>
                      <span className="visually-hidden">{MARKS[finding.verdict].word}: </span>
                      {finding.what}
                    </p>
                    {finding.advice !== undefined && <p className="muted">{finding.advice}</p>}
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Panel>
  );
}
