import type * as Library from 'react-native-deferred-link';
import type { Link } from 'react-native-deferred-link';

/** Renders a taker, while `isShown`, and collects what it gets. */
export function createTaker() {
  const taken: Link[] = [];
  const shown = { current: true };
  const children = (library: typeof Library, Probe: React.ComponentType) => {
    function Taker() {
      library.useLinkEvent((link) => void taken.push(link));
      return null;
    }
    return (
      <>
        <Probe />
        {shown.current && <Taker />}
      </>
    );
  };
  return { taken, shown, children };
}
