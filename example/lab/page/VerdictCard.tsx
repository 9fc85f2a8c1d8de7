import type { Episode } from '../state/LabState';
import { purchaseIn } from '../state/purchaseIn';
import { AttributionNote } from './AttributionNote';
import { verdict } from './verdict';

interface Props {
  episode: Episode;
  retriesMatch: boolean;
  /** What the story wants to be done next. */
  nextStep: string | undefined;
}

/** What came of it, and why. On a narrow page it stays in view above the phone, with the story's next step. */
export function VerdictCard({ episode, retriesMatch, nextStep }: Props) {
  const purchaseId = purchaseIn(episode);
  return (
    <div className="verdict-card">
      <p className="verdict" role="status">
        {verdict(episode, retriesMatch)}
      </p>
      {purchaseId === undefined ? null : <AttributionNote key={purchaseId} eventId={purchaseId} />}
      {nextStep === undefined ? null : (
        <p className="next-step" aria-hidden="true">
          Next: {nextStep}
        </p>
      )}
    </div>
  );
}
