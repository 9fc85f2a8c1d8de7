import { useColorScheme } from 'react-native';

import { darkPalette, lightPalette } from './palettes';

export function useTheme() {
  const isDark = useColorScheme() === 'dark';
  return { isDark, colors: isDark ? darkPalette : lightPalette };
}
