import { ActivityIndicator, StyleSheet, View } from 'react-native';

import { Copy } from '../ui/Copy';
import { Moon } from '../ui/Moon';
import { useTheme } from '../ui/useTheme';

export function SplashScreen() {
  const { colors } = useTheme();
  return (
    <View accessibilityLabel="Opening the shop" style={[styles.screen, { backgroundColor: colors.night }]}>
      <Moon size={72} />
      <Copy kind="title" tone="onNight">
        Small Hours
      </Copy>
      <ActivityIndicator color={colors.onNight} />
    </View>
  );
}

const styles = StyleSheet.create({
  screen: { alignItems: 'center', flex: 1, gap: 22, justifyContent: 'center' },
});
