import { stories } from '../state/stories';
import type { Story } from '../state/Story';

export const findStory = (id: string | null): Story | null => stories.find((story) => story.id === id) ?? null;

/** The story that the page's address names. */
export const storyInAddress = (): Story | null => findStory(window.location.hash.replace(/^#\//, ''));

/** Where a story begins for whoever opens it. */
export const storyAddress = (story: Story | null): string => new URL(`#/${story?.id ?? ''}`, window.location.href).href;
