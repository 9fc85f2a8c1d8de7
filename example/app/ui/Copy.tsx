import type { ReactNode } from 'react';
import { StyleSheet, Text } from 'react-native';

import { fonts } from './fonts';
import { useTheme } from './useTheme';

interface Props {
  children: ReactNode;
  kind?: 'title' | 'heading' | 'body' | 'small';
  tone?: 'ink' | 'muted' | 'accent' | 'onNight';
}

/** The shop's four text sizes. */
export function Copy({ children, kind = 'body', tone = 'ink' }: Props) {
  const { colors } = useTheme();
  const isHeading = kind === 'title' || kind === 'heading';
  return (
    <Text accessibilityRole={isHeading ? 'header' : undefined} style={[styles[kind], { color: colors[tone] }]}>
      {children}
    </Text>
  );
}

const styles = StyleSheet.create({
  title: { fontFamily: fonts.heading, fontSize: 30, lineHeight: 36 },
  heading: { fontFamily: fonts.heading, fontSize: 19, lineHeight: 25 },
  body: { fontSize: 16, lineHeight: 24 },
  small: { fontSize: 13, lineHeight: 18 },
});
