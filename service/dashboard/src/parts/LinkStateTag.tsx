import type { Link } from '../api/schemas.ts';
import { linkStateOf, type LinkState } from '../text/linkState.ts';
import type { Tone } from '../text/outcomes.ts';
import { Tag } from './Tag.tsx';

const STATES: Readonly<Record<LinkState, { name: string; tone: Tone }>> = {
  live: { name: 'Live', tone: 'good' },
  disabled: { name: 'Disabled', tone: 'bad' },
  expired: { name: 'Expired', tone: 'warn' },
};

export function LinkStateTag({ link, now }: { link: Pick<Link, 'disabled' | 'expiresAt'>; now: number }) {
  const { name, tone } = STATES[linkStateOf(link, now)];
  return <Tag tone={tone}>{name}</Tag>;
}
