import { Pressable, StyleSheet, Text } from 'react-native';

import { useTheme } from './useTheme';

interface Props {
  label: string;
  onPress: () => void;
  kind?: 'primary' | 'quiet';
}

export function Button({ label, onPress, kind = 'primary' }: Props) {
  const { colors } = useTheme();
  const isPrimary = kind === 'primary';
  return (
    <Pressable
      accessibilityRole="button"
      onPress={onPress}
      style={({ pressed }) => [
        styles.button,
        {
          backgroundColor: isPrimary ? colors.accent : 'transparent',
          borderColor: isPrimary ? colors.accent : colors.line,
          opacity: pressed ? 0.8 : 1,
        },
      ]}
    >
      <Text style={[styles.label, { color: isPrimary ? colors.onAccent : colors.ink }]}>{label}</Text>
    </Pressable>
  );
}

const styles = StyleSheet.create({
  button: {
    alignItems: 'center',
    borderRadius: 14,
    borderWidth: 1,
    paddingHorizontal: 20,
    paddingVertical: 15,
  },
  label: { fontSize: 16, fontWeight: '600' },
});
