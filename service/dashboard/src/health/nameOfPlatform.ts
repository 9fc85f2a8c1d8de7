const PLATFORMS: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' };

export const nameOfPlatform = (platform: string | null) =>
  platform === null ? '–' : (PLATFORMS[platform] ?? platform);
