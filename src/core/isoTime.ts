import { attempt } from './attempt';

/**
 * A time in ISO 8601; `null` for one that no date can hold. It doesn't use `Date.prototype.toJSON`, which some apps
 * replace to have local times in their JSON.
 */
export const isoTime = (ms: number) => attempt(() => new Date(ms).toISOString()) ?? null;
