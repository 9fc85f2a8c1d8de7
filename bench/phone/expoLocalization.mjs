export const getLocales = () => [{ languageTag: 'en-US' }];
export const getCalendars = () => [{ timeZone: 'Europe/Berlin' }];
