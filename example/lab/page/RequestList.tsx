import type { RequestRecord } from '../state/LabState';
import { RequestItem } from './RequestItem';

export function RequestList({ requests }: { requests: RequestRecord[] }) {
  return (
    <div className="requests">
      <h3>
        Requests <span className="count">{requests.length}</span>
      </h3>
      {requests.length === 0 ? (
        <p className="hint">None. Nothing left the phone.</p>
      ) : (
        <ul>
          {requests.map((request) => (
            <RequestItem key={request.id} request={request} />
          ))}
        </ul>
      )}
    </div>
  );
}
