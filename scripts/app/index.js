import { AppRegistry } from 'react-native';
import { App } from './App';

AppRegistry.registerComponent('app', () => {
  // The library is loaded late, as some apps do. It must be the same copy that App imports.
  require('react-native-deferred-link').LinkAnalytics.logEvent('login');
  return App;
});
