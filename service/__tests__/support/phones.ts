/** A phone, as its browser shows it to a page and as an app on it describes it. */
export interface Phone {
  address: string;
  browser: {
    userAgent: string;
    acceptLanguage: string;
    screenWidth: number;
    screenHeight: number;
    scale: number;
    timezone: string;
    /** Its client hints, if it gives them. */
    model?: string;
    systemVersion?: string;
  };
  fingerprint: {
    platform: string;
    model: string;
    manufacturer: string;
    systemVersion: string;
    screenWidth: number;
    screenHeight: number;
    scale: number;
    locale: { languageTag: string }[];
    timezone: string;
    userAgent: string;
    timestamp: number;
  };
}

export const iphone: Phone = {
  address: '203.0.113.7',
  browser: {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    acceptLanguage: 'de-DE,de;q=0.9',
    screenWidth: 393,
    screenHeight: 852,
    scale: 3,
    timezone: 'Europe/Berlin',
  },
  fingerprint: {
    platform: 'ios',
    model: 'iPhone 15',
    manufacturer: 'Apple',
    systemVersion: '17.5',
    screenWidth: 393,
    screenHeight: 852,
    scale: 3,
    locale: [{ languageTag: 'de-DE' }],
    timezone: 'Europe/Berlin',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    timestamp: 1_700_000_000_000,
  },
};

/** With a Chrome that hides the model, and a screen whose width is a fraction. */
export const pixel: Phone = {
  address: '2001:db8:1:2::10',
  browser: {
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36',
    acceptLanguage: 'en-US,en;q=0.9',
    screenWidth: 412,
    screenHeight: 915,
    scale: 2.625,
    timezone: 'America/New_York',
  },
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
    timestamp: 1_700_000_000_000,
  },
};

/** No phone, but it opens links, too. */
export const desktop: Phone = {
  ...iphone,
  browser: { ...iphone.browser, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125' },
};

export const mac: Phone = {
  ...iphone,
  browser: {
    ...iphone.browser,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  },
};
