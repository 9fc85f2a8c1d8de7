/** The native sides of Expo's packages, as far as they are asked. Their own wrappers take other arguments. */
interface ExpoModules {
  ExpoApplication: { getInstallReferrerAsync(): unknown; getInstallationTimeAsync(): unknown };
  ExpoDevice: { modelName: unknown; manufacturer: unknown; osVersion: unknown };
  ExponentConstants: { getWebViewUserAgentAsync(): unknown };
  ExpoClipboard: { hasUrlAsync(): unknown; getStringAsync(options: object): unknown };
}

/** Expo's JavaScript looks here first, too. Nothing of Expo is imported, so an app without it pays for nothing. */
export function expo<Name extends keyof ExpoModules>(name: Name): ExpoModules[Name] {
  const module = (globalThis as { expo?: { modules?: Partial<ExpoModules> } }).expo?.modules?.[name];
  if (!module) throw new Error(`no ${name}`);
  return module;
}
