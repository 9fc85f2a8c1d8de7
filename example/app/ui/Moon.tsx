import { StyleSheet, View } from 'react-native';

import { useTheme } from './useTheme';

/** The shop's mark, for a night-coloured background: a crescent, made of a disc that a second disc covers in part. */
export function Moon({ size }: { size: number }) {
  const { colors } = useTheme();
  const disc = { borderRadius: size / 2, height: size, width: size };
  return (
    <View aria-hidden style={disc}>
      <View style={[disc, { backgroundColor: '#FFD9A0' }]} />
      <View style={[styles.shade, disc, { backgroundColor: colors.night, left: size * 0.3, top: size * -0.12 }]} />
    </View>
  );
}

const styles = StyleSheet.create({
  shade: { position: 'absolute' },
});
