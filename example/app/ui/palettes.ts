export interface Palette {
  background: string;
  surface: string;
  ink: string;
  muted: string;
  line: string;
  accent: string;
  onAccent: string;
  night: string;
  onNight: string;
}

export const lightPalette: Palette = {
  background: '#F7F2EA',
  surface: '#FFFDF9',
  ink: '#25202E',
  muted: '#6A6272',
  line: '#E6DCCD',
  accent: '#B4462A',
  onAccent: '#FFF8F2',
  night: '#2C2745',
  onNight: '#F6EDE1',
};

export const darkPalette: Palette = {
  background: '#16141D',
  surface: '#211E2B',
  ink: '#F4EDE3',
  muted: '#ABA3B4',
  line: '#353042',
  accent: '#F2976B',
  onAccent: '#2A1208',
  night: '#2C2745',
  onNight: '#F6EDE1',
};
