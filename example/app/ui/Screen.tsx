import type { ReactNode } from 'react';
import { ScrollView, StyleSheet, View } from 'react-native';
import { useSafeAreaInsets } from 'react-native-safe-area-context';

import { useTheme } from './useTheme';

interface Props {
  children: ReactNode;
  /** Stays at the bottom, over the scrolled content. */
  footer?: ReactNode;
}

export function Screen({ children, footer }: Props) {
  const { colors } = useTheme();
  const insets = useSafeAreaInsets();
  return (
    <View style={[styles.fill, { backgroundColor: colors.background }]}>
      <ScrollView style={styles.fill} contentContainerStyle={styles.content}>
        {children}
      </ScrollView>
      {footer ? (
        <View
          style={[
            styles.footer,
            {
              backgroundColor: colors.surface,
              borderTopColor: colors.line,
              paddingBottom: 14 + insets.bottom,
            },
          ]}
        >
          {footer}
        </View>
      ) : null}
    </View>
  );
}

const styles = StyleSheet.create({
  fill: { flex: 1 },
  content: { gap: 16, padding: 18, paddingBottom: 32 },
  footer: { borderTopWidth: 1, gap: 10, paddingHorizontal: 18, paddingTop: 14 },
});
