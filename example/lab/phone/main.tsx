import { AppRegistry } from 'react-native';

import asyncStorage from '../device/asyncStorage';
import clipboard from '../device/clipboard';
import { deviceInfo } from '../device/deviceInfo';
import { expoModules, installExpo } from '../device/expoModules';
import { phone } from '../device/phone';
import { PlayInstallReferrer } from '../device/playInstallReferrer';
import { Platform } from '../device/reactNative';
import { report } from '../device/report';
import { simulateNetwork } from '../device/simulateNetwork';
import { simulateSharing } from '../device/simulateSharing';
import { PhoneApp } from './PhoneApp';
import './phone.css';

installExpo();
simulateNetwork();
simulateSharing();

AppRegistry.registerComponent('SmallHours', () => PhoneApp);

const rootTag = document.getElementById('root');

interface Activity {
  unmount: () => void;
}

const openActivity = () => AppRegistry.runApplication('SmallHours', { rootTag }) as unknown as Activity;

// For tests that break one part before the app starts.
Object.assign(window, {
  labPhone: {
    asyncStorage,
    clipboard,
    deviceInfo,
    expoModules,
    phone,
    platform: Platform,
    PlayInstallReferrer,
    openActivity,
  },
});

report({ kind: 'started' });
Object.assign(window, { labActivity: openActivity() });
