/** An iPhone, as its browser and an app on it describe it. */
export const iphone = {
  address: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  language: 'de-DE,de;q=0.9',
  report: { screenWidth: 393, screenHeight: 852, scale: 3, timezone: 'Europe/Berlin' },
  fingerprint: {
    platform: 'ios',
    model: 'iPhone 15',
    manufacturer: 'Apple',
    systemVersion: '18.5',
    screenWidth: 393,
    screenHeight: 852,
    scale: 3,
    locale: [{ languageTag: 'de-DE' }],
    timezone: 'Europe/Berlin',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    timestamp: 1_767_225_600_000,
  },
};

/** Another person's phone, on which no link was opened. */
export const stranger = {
  address: '198.51.100.23',
  fingerprint: {
    platform: 'android',
    model: 'Pixel 7',
    manufacturer: 'Google',
    systemVersion: '14',
    screenWidth: 411.43,
    screenHeight: 914.29,
    scale: 2.625,
    locale: [{ languageTag: 'en-US' }],
    timezone: 'America/New_York',
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP2A.240805.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    timestamp: 1_767_225_600_000,
  },
};
