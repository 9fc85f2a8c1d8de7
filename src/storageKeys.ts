const PREFIX = 'react-native-deferred-link:';

/** Whether the first run is used up. */
export const FIRST_RUN_KEY = `${PREFIX}first-run`;
/** Device id, and which segments of the event queue are live. */
export const QUEUE_KEY = `${PREFIX}events`;
/** Events of one segment, one JSON text a line. */
export const segmentKey = (segment: number) => `${QUEUE_KEY}:${segment}`;
