import { StyleSheet, View } from 'react-native';
import { useScreenLink } from 'react-native-deferred-link/react-navigation';

import { Copy } from '../ui/Copy';
import { useTheme } from '../ui/useTheme';
import { greetingOf } from './greetingOf';

/** At the top of a screen that a friend's link has opened. */
export function Greeting() {
  const { colors } = useTheme();
  const greeting = greetingOf(useScreenLink());
  if (greeting === null) return null;
  return (
    <View style={[styles.card, { backgroundColor: colors.surface, borderColor: colors.accent }]}>
      <Copy kind="heading">{greeting}</Copy>
    </View>
  );
}

const styles = StyleSheet.create({
  card: { borderRadius: 16, borderWidth: 1, paddingHorizontal: 16, paddingVertical: 12 },
});
