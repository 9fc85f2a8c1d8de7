/** Whether a code in statistics is a path, or all paths that aren't counted one by one. Neither has a page. */
export const isPath = (code: string) => code.startsWith('/') || code === 'other paths';
