import { Platform } from 'react-native';

/** A bookish system serif for names and prices; everything else keeps the system's own face. */
export const fonts = {
  heading: Platform.select({
    ios: 'Georgia',
    android: 'serif',
    default: 'ui-serif, Georgia, Cambria, "Times New Roman", serif',
  }),
};
