import { useRoute } from '@react-navigation/native';
import { useEffect } from 'react';
import type { Link } from '../types';
import { noteShown, openedBy } from './openedLinks';

/**
 * The link that opened this screen, with its data. It is `null` in a screen that was opened in another way, or that has
 * been given other parameters since. It knows the links that `createLinking` handed to the container.
 *
 * @example
 * const invitedBy = useScreenLink()?.data?.invitedBy;
 */
export function useScreenLink(): Link | null {
  const route = useRoute();
  const link = openedBy(route);
  useEffect(() => noteShown(link, route.key), [link, route.key]);
  return link;
}
