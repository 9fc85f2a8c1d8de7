import { useContext } from 'react';

import { MeContext, type Me } from './MeContext';

export function useMe(): Me {
  return useContext(MeContext);
}
