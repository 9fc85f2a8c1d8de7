import { formatCount } from '../ui/numbers.ts';

export const countOfLinks = (count: number) => `${formatCount(count)} ${count === 1 ? 'link' : 'links'}`;
