import { AppRegistry } from 'react-native';

import { App } from '../../app/App';
import { linkConfig } from '../../app/linkConfig';
import { report } from '../device/report';
import { simulateNetwork } from '../device/simulateNetwork';
import './phone.css';

simulateNetwork();

const config: typeof linkConfig = {
  ...linkConfig,
  baseUrl: window.location.origin,
  onDiagnostic: (diagnostic) => report({ kind: 'diagnostic', diagnostic }),
};

AppRegistry.registerComponent('SmallHours', () => () => <App config={config} />);

report({ kind: 'started' });
AppRegistry.runApplication('SmallHours', { rootTag: document.getElementById('root') });
