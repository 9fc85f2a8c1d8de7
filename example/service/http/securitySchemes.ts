export const securitySchemes = {
  publishableKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key that ships inside the app (pk_…).',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key that stays with its owner (sk_…).',
  },
  appId: { type: 'apiKey', in: 'header', name: 'X-App-ID' },
} as const;

export const byPublishableKey = [{ publishableKey: [], appId: [] }];
export const bySecretKey = [{ secretKey: [], appId: [] }];
