import { AppRegistry } from 'react-native';

import { report } from '../device/report';
import { simulateNetwork } from '../device/simulateNetwork';
import { simulateSharing } from '../device/simulateSharing';
import { PhoneApp } from './PhoneApp';
import './phone.css';

simulateNetwork();
simulateSharing();

AppRegistry.registerComponent('SmallHours', () => PhoneApp);

report({ kind: 'started' });
AppRegistry.runApplication('SmallHours', { rootTag: document.getElementById('root') });
