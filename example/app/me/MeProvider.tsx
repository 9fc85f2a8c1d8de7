import { useContext, useEffect, type ReactNode } from 'react';
import { LinkAnalytics } from 'react-native-deferred-link';

import { MeContext, type Me } from './MeContext';

interface Props {
  me?: Me | undefined;
  children: ReactNode;
}

/** Says who uses the app, to its screens and to the events that they log. */
export function MeProvider({ me, children }: Props) {
  const somebody = useContext(MeContext);
  const { id } = me ?? somebody;
  useEffect(() => LinkAnalytics.setUserId(id), [id]);
  return <MeContext.Provider value={me ?? somebody}>{children}</MeContext.Provider>;
}
