import type { ReactNode } from 'react';
import type { Tone } from '../text/outcomes.ts';

export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="tag" data-tone={tone}>
      {children}
    </span>
  );
}
