import { linkStateOf, type LinkState } from './linkState.ts';
import { Tag, type Tone } from '../ui/Tag.tsx';
import type { Link } from './requests.ts';

const STATES: Readonly<Record<LinkState, { name: string; tone: Tone }>> = {
  live: { name: 'Live', tone: 'good' },
  disabled: { name: 'Disabled', tone: 'bad' },
  expired: { name: 'Expired', tone: 'warn' },
};

export function LinkStateTag({ link, now }: { link: Pick<Link, 'disabled' | 'expiresAt'>; now: number }) {
  const { name, tone } = STATES[linkStateOf(link, now)];
  return <Tag tone={tone}>{name}</Tag>;
}
