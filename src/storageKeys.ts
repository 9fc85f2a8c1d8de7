const PREFIX = 'react-native-deferred-link:';

/** Whether the first run is used up. */
export const FIRST_RUN_KEY = `${PREFIX}first-run`;
/** The id of this install, and when it was installed. */
export const INSTALL_ID_KEY = `${PREFIX}install-id`;
/** Which segments of the event queue are live. */
export const QUEUE_KEY = `${PREFIX}events`;
/** Events of one segment, one JSON text a line. */
export const segmentKey = (segment: number) => `${QUEUE_KEY}:${segment}`;
