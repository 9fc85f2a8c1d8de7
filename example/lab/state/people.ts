export const people = ['Ada', 'Ben'] as const;

/** Whose phone it is. */
export type Person = (typeof people)[number];

export const friendOf = (person: Person): Person => (person === 'Ada' ? 'Ben' : 'Ada');
