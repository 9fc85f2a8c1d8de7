import { StyleSheet, View } from 'react-native';

import type { Drawing } from '../catalog/Drawing';

interface Props {
  drawing: Drawing;
  height: number;
}

/** Product pictures are drawn from plain views: sharp at every size, and nothing to download. */
export function Artwork({ drawing, height }: Props) {
  return (
    <View aria-hidden style={[styles.backdrop, { backgroundColor: drawing.backdrop, height }]}>
      <View style={{ height, width: height }}>
        {drawing.shapes.map((shape, index) => (
          <View
            key={index}
            style={{
              position: 'absolute',
              left: (shape.x * height) / 100,
              top: (shape.y * height) / 100,
              width: (shape.w * height) / 100,
              height: (shape.h * height) / 100,
              backgroundColor: shape.ring ? 'transparent' : shape.color,
              borderColor: shape.color,
              borderWidth: ((shape.ring ?? 0) * height) / 100,
              borderTopLeftRadius: (shape.top ?? 0) * (height / 100),
              borderTopRightRadius: (shape.top ?? 0) * (height / 100),
              borderBottomLeftRadius: (shape.bottom ?? 0) * (height / 100),
              borderBottomRightRadius: (shape.bottom ?? 0) * (height / 100),
              transform: shape.turn ? [{ rotate: `${shape.turn}deg` }] : undefined,
            }}
          />
        ))}
      </View>
    </View>
  );
}

const styles = StyleSheet.create({
  backdrop: { alignItems: 'center', overflow: 'hidden' },
});
