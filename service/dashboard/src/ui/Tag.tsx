import type { ReactNode } from 'react';

export type Tone = 'good' | 'quiet' | 'bad' | 'warn';

export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="tag" data-tone={tone}>
      {children}
    </span>
  );
}
