import { useEffect, useState } from 'react';

import type { Attribution } from '../Attribution';

type Answer = Attribution | { kind: 'asking' } | { kind: 'failed' };

/** The lab's server asks the service, because that takes the secret key, which must not be in a page. */
async function askFor(eventId: string): Promise<Answer> {
  const response = await fetch(`lab/attribution/${encodeURIComponent(eventId)}`);
  return response.ok ? ((await response.json()) as Attribution) : { kind: 'failed' };
}

function textOf(answer: Answer): string {
  switch (answer.kind) {
    case 'asking':
      return 'Asking the service what this purchase is attributed to…';
    case 'failed':
      return 'The service could not tell what this purchase is attributed to.';
    case 'none':
      return 'This purchase is attributed to no link.';
    case 'link': {
      const link = answer.shortUrl.replace(/^https:\/\//, '');
      return `This purchase is attributed to the link ${link}, created by ${answer.createdBy ?? 'the shop'}.`;
    }
  }
}

/** Shows which link has led to a purchase, as the service says. */
export function AttributionNote({ eventId }: { eventId: string }) {
  const [answer, setAnswer] = useState<Answer>({ kind: 'asking' });

  useEffect(() => {
    askFor(eventId).then(setAnswer, () => setAnswer({ kind: 'failed' }));
  }, [eventId]);

  return (
    <p className="attribution" role="status">
      {textOf(answer)}
    </p>
  );
}
