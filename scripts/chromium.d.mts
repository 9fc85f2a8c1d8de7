/** How tests start a browser; CHROMIUM names another one. */
export const CHROMIUM: { executablePath: string; args: string[] };
