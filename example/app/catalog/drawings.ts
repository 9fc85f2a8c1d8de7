import type { Drawing } from './Drawing';

export const drawings = {
  lamp: {
    backdrop: '#3A3358',
    shapes: [
      { x: 18, y: 2, w: 64, h: 64, color: '#4A4169', top: 32, bottom: 32 },
      { x: 26, y: 10, w: 48, h: 48, color: '#FFD9A0', top: 24, bottom: 24, ring: 5 },
      { x: 48, y: 56, w: 4, h: 22, color: '#D8C3A5' },
      { x: 34, y: 77, w: 32, h: 8, color: '#B98A5E', top: 4, bottom: 1 },
    ],
  },
  mug: {
    backdrop: '#CFE0DC',
    shapes: [
      { x: 58, y: 38, w: 24, h: 28, color: '#2F5D62', top: 12, bottom: 12, ring: 5 },
      { x: 26, y: 28, w: 44, h: 52, color: '#2F5D62', top: 4, bottom: 14 },
      { x: 26, y: 28, w: 44, h: 17, color: '#F4EFE6', top: 4 },
      { x: 30, y: 84, w: 38, h: 3, color: '#B5CBC6', top: 1, bottom: 1 },
    ],
  },
  candle: {
    backdrop: '#F3D7C3',
    shapes: [
      { x: 45, y: 12, w: 10, h: 17, color: '#F0803C', top: 5, bottom: 5 },
      { x: 47.5, y: 18, w: 5, h: 10, color: '#FFE3A6', top: 3, bottom: 3 },
      { x: 49, y: 28, w: 2, h: 7, color: '#3B2A26' },
      { x: 32, y: 34, w: 36, h: 48, color: '#8C3A2B', top: 3, bottom: 6 },
      { x: 32, y: 50, w: 36, h: 16, color: '#FBEDE0' },
    ],
  },
  blanket: {
    backdrop: '#E7DFEE',
    shapes: [
      { x: 16, y: 56, w: 68, h: 24, color: '#6C5B8F', top: 7, bottom: 7 },
      { x: 20, y: 38, w: 60, h: 22, color: '#8A78AE', top: 7, bottom: 5 },
      { x: 24, y: 22, w: 52, h: 20, color: '#B3A4CE', top: 7, bottom: 5 },
      { x: 16, y: 66, w: 68, h: 3, color: '#F2E4B8' },
      { x: 20, y: 47, w: 60, h: 3, color: '#F2E4B8' },
    ],
  },
  vase: {
    backdrop: '#E9E4D2',
    shapes: [
      { x: 49, y: 8, w: 2, h: 36, color: '#5F7A54', turn: 8 },
      { x: 53, y: 6, w: 13, h: 13, color: '#D9A441', top: 7, bottom: 7 },
      { x: 41, y: 16, w: 2, h: 28, color: '#5F7A54', turn: -12 },
      { x: 33, y: 12, w: 10, h: 10, color: '#C96F4A', top: 5, bottom: 5 },
      { x: 42, y: 38, w: 16, h: 14, color: '#7C7468', top: 2 },
      { x: 29, y: 46, w: 42, h: 40, color: '#7C7468', top: 18, bottom: 20 },
    ],
  },
  stool: {
    backdrop: '#D6DFEA',
    shapes: [
      { x: 24, y: 32, w: 52, h: 9, color: '#A8703F', top: 4, bottom: 3 },
      { x: 32, y: 40, w: 5, h: 46, color: '#C08A55', turn: 9 },
      { x: 63, y: 40, w: 5, h: 46, color: '#C08A55', turn: -9 },
      { x: 32, y: 62, w: 36, h: 4, color: '#8D5C32' },
    ],
  },
} satisfies Record<string, Drawing>;
