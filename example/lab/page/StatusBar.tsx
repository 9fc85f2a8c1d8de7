import type { Lab } from './useLab';

const NETWORK_NAMES = { good: '5G', slow: 'E', off: 'No service' };

export function StatusBar({ lab }: { lab: Lab }) {
  return (
    <div className="status-bar" aria-hidden="true">
      <span>21:47</span>
      <span>{NETWORK_NAMES[lab.state.switches.network]}</span>
    </div>
  );
}
