/** The texts of the landing page that an app can write itself, with the maximum length of each. */
export const MAX_OWN_TEXTS = { headline: 80, text: 200, getButton: 40, openButton: 40 } as const;

type OwnText = keyof typeof MAX_OWN_TEXTS;

/** By language: a tag such as `de` or `pt-BR`. */
export type OwnTexts = Record<string, Partial<Record<OwnText, string>>>;
