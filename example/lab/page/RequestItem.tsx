import type { RequestRecord } from '../state/LabState';
import { formatMs } from './formatMs';
import { prettyJson } from './prettyJson';

export function RequestItem({ request }: { request: RequestRecord }) {
  const { method, path, body, end, startedAt, endedAt } = request;
  const isGood = end?.kind === 'answered' && end.status < 400;
  return (
    <li>
      <details className="request">
        <summary>
          <span className="status" data-tone={end === null ? 'quiet' : isGood ? 'good' : 'bad'}>
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
