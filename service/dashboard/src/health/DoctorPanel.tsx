import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../ui/Loaded.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { doctorQuery, type Finding } from '../apps/requests.ts';
import { summarizeFindings } from './summarizeFindings.ts';

const MARKS: Readonly<Record<Finding['verdict'], { sign: string; word: string }>> = {
  good: { sign: '✓', word: 'Good' },
  bad: { sign: '✗', word: 'Wrong' },
  unknown: { sign: '?', word: 'Unknown' },
};

/** The worst first. */
const ORDER: readonly Finding['verdict'][] = ['bad', 'unknown', 'good'];

/** Findings begin with a lower-case letter, as the command lists them. Host names, and iOS, stay as they are. */
const asSentence = (what: string) => what.replace(/^[a-z](?=[a-z]*[ :])/, (letter) => letter.toUpperCase());

/** Options of the command whose field in the settings has another name. */
const FIELDS: Readonly<Record<string, string>> = { host: 'hosts', sha256: 'androidSha256' };

const fieldOf = (option: string) =>
  FIELDS[option] ?? option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What to do. Advice to run a command becomes a link to the setting that does the same. */
function Advice({ text }: { text: string }) {
  const [, what, option] = /^(.*): apps set \S+ --([\w-]+)/.exec(text) ?? [];
  if (what !== undefined && option !== undefined) {
    return (
      <p className="muted">
        <PageLink to="/settings" values={{ field: fieldOf(option) }}>
          {what}
        </PageLink>{' '}
        in the settings.
      </p>
    );
  }
  const [, key] = /^(.*): keys add /.exec(text) ?? [];
  return <p className="muted">{key === undefined ? text : <PageLink to="/settings/keys">{`${key} key`}</PageLink>}</p>;
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
              {summarizeFindings(findings)}
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
                      {asSentence(finding.what)}
                    </p>
                    {finding.advice !== undefined && <Advice text={finding.advice} />}
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
