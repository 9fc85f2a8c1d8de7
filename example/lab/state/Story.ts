import type { LabState, Switches } from './LabState';
import type { Os } from './Os';
import type { Person } from './people';
import type { PeopleState } from './peopleReducer';

/** How a phone is set up when a story begins. */
export interface StoryPhone {
  os?: Os;
  switches?: Partial<Switches>;
  /** The link that has just opened the app; without it the app isn't installed. */
  openedBy?: string;
}

export interface StoryStep {
  /** What to do next. */
  text: string;
  isDone: (phone: LabState, people: PeopleState) => boolean;
}

/** Something to try: it sets up both phones, and says what to do. */
export interface Story {
  /** In the page's address, after `#/`. */
  id: string;
  title: string;
  /** What it shows. */
  lesson: string;
  phones?: Partial<Record<Person, StoryPhone>>;
  steps: readonly StoryStep[];
}
