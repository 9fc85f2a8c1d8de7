/** What a bundle without the package throws. */
export const notInstalled = (name: string) => new Error(`Cannot find module '${name}'`);
