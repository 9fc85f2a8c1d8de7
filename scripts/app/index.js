import { AppRegistry } from 'react-native';
import { App } from './App';

AppRegistry.registerComponent('app', () => {
  // Loaded late, as apps do; it has to be the copy that App imports.
  require('react-native-deferred-link').LinkAnalytics.logEvent('login');
  return App;
});
