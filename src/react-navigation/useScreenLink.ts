import { useRoute } from '@react-navigation/native';
import type { Link } from '../types';
import { openedBy } from './openedLinks';

/**
 * The link that has opened this screen, with its data. It is `null` in a screen that was opened in another way, or that
 * has been given other parameters since. It knows the links that `createLinking` has handed to the container.
 *
 * @example
 * const invitedBy = useScreenLink()?.data?.invitedBy;
 */
export function useScreenLink(): Link | null {
  const { path, params } = useRoute();
  return openedBy(path, params);
}
