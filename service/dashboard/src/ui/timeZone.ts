import { createContext, use } from 'react';

/** The zone of the app whose pages are shown. All clock times are in it. */
export const TimeZoneContext = createContext('UTC');

export const useTimeZone = () => use(TimeZoneContext);
