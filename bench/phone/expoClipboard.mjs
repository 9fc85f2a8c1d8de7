import { after, WAITS } from './state.mjs';

export const getStringAsync = () => after(WAITS.clipboard, 'https://go.example/a/b');
