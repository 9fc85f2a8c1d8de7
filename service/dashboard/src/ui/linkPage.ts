/** The page of a link, whose code may have slashes. */
export const linkPage = (code: string) => `/links/${encodeURIComponent(code)}`;
