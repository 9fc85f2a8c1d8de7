import { useRoute } from '@react-navigation/native';
import { useEffect } from 'react';
import type { Link } from '../types';
import { noteShown, openedBy } from './openedLinks';

/**
 * Returns the link that opened this screen through `createLinking`, or `null` if the screen was opened another way or
 * the app changed its parameters.
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
