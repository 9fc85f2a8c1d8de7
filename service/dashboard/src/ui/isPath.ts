/** Whether statistics mean a path by this code, or all paths that they don't count one by one. Neither has a page. */
export const isPath = (code: string) => code.startsWith('/') || code === 'other paths';
