import type { RequestRecord } from '../state/LabState';
import { formatMs } from './formatMs';
import type { Tone } from './outcomeTone';
import { prettyJson } from './prettyJson';

/** 404 is an ordinary answer: there is no such link. */
function toneOf(end: RequestRecord['end']): Tone {
  if (end === null) return 'quiet';
  if (end.kind !== 'answered') return 'bad';
  return end.status < 400 ? 'good' : end.status === 404 ? 'quiet' : 'bad';
}

export function RequestItem({ request }: { request: RequestRecord }) {
  const { method, path, body, end, startedAt, endedAt } = request;
  return (
    <li>
      <details className="request">
        <summary>
          <span className="status" data-tone={toneOf(end)}>
            {end === null ? '…' : end.kind === 'answered' ? end.status : 'lost'}
          </span>
          <code>{path.replace('/api/link', '')}</code>
          <span className="request-time">{endedAt === null ? 'under way' : formatMs(endedAt - startedAt)}</span>
        </summary>
        <h4>
          {method} {path}
        </h4>
        <pre tabIndex={0}>{body === null ? '(no body)' : prettyJson(body)}</pre>
        <h4>Answer</h4>
        <pre tabIndex={0}>
          {end === null ? 'Not yet.' : end.kind === 'answered' ? prettyJson(end.body) || '(no body)' : end.reason}
        </pre>
      </details>
    </li>
  );
}
