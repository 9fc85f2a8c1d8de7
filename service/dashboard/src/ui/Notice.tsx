import type { ReactNode } from 'react';

interface NoticeProps {
  tone: 'good' | 'bad' | 'quiet';
  children: ReactNode;
}

export function Notice({ tone, children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
