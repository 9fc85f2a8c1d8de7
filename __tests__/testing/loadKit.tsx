import { Text } from 'react-native';
import type * as Library from 'react-native-deferred-link';
import type * as Kit from 'react-native-deferred-link/testing';
import { createNativeModules } from '../support/nativeModules';

/** A fresh process with the library and its testing entry, and what an app's screen shows of the link. */
export function load() {
  const native = createNativeModules({});
  native.install();
  const library = require('react-native-deferred-link') as typeof Library;
  const kit = require('react-native-deferred-link/testing') as typeof Kit;
  function Screen() {
    const { isLinkProcessed, linkRoute, linkType } = library.useLinkContext();
    return <Text>{isLinkProcessed ? `${linkType} ${linkRoute}` : 'looking'}</Text>;
  }
  return { ...library, ...kit, Screen, phone: native.phone };
}
