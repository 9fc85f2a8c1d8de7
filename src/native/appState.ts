import { AppState } from 'react-native';

/** iOS passes through `inactive` on both ways, which is neither. */
export function onForeground(listener: (isForeground: boolean) => void) {
  AppState.addEventListener('change', (state) => {
    if (state === 'active' || state === 'background') listener(state === 'active');
  });
}
