import { createContext } from 'react';

/** Who uses the app. A shop with a sign-in would know it from there. */
export interface Me {
  id: string;
  name: string;
}

export const MeContext = createContext<Me>({ id: 'robin-vale', name: 'Robin Vale' });
