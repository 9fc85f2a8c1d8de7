import { formatCount } from '../ui/numbers.ts';

export const countOfLinks = (count: number) => (count === 1 ? 'one link' : `${formatCount(count)} links`);
