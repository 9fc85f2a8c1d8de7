import { StyleSheet, View } from 'react-native';

import { Button } from './Button';
import { Copy } from './Copy';
import { Moon } from './Moon';
import { useTheme } from './useTheme';

interface Props {
  title: string;
  text: string;
  action: string;
  onAction: () => void;
}

/** A whole screen with one thing to say and one way on. */
export function Notice({ title, text, action, onAction }: Props) {
  const { colors } = useTheme();
  return (
    <View style={[styles.screen, { backgroundColor: colors.background }]}>
      <View style={[styles.badge, { backgroundColor: colors.night }]}>
        <Moon size={34} />
      </View>
      <Copy kind="title">{title}</Copy>
      <Copy tone="muted">{text}</Copy>
      <Button label={action} onPress={onAction} />
    </View>
  );
}

const styles = StyleSheet.create({
  screen: { flex: 1, gap: 16, justifyContent: 'center', padding: 28 },
  badge: {
    alignItems: 'center',
    borderRadius: 20,
    height: 68,
    justifyContent: 'center',
    width: 68,
  },
});
