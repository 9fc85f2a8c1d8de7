import { describeProblem } from './problems.ts';
import { Notice } from './Notice.tsx';

interface FailureProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** Whether what was loaded before is still on the screen. */
  isOld?: boolean;
}

export function Failure({ error, onRetry, isOld = false }: FailureProps) {
  return (
    <Notice tone="bad">
      <p>
        {describeProblem(error)}
        {isOld && ' You’re looking at older data.'}
      </p>
      {onRetry && (
        <button type="button" className="button quiet" onClick={onRetry}>
          Try again
        </button>
      )}
    </Notice>
  );
}
