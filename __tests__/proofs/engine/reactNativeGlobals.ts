import type { Network } from './runVectors';

type Globals = Record<string, unknown>;

/** What React Native's fetch is made of: as much of an XMLHttpRequest as it uses. */
function fakeRequest(network: Network) {
  return class {
    status = 0;
    statusText = '';
    response: unknown = '';
    responseText = '';
    responseURL = '';
    responseType = '';
    readyState = 0;
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    private isAborted = false;

    open(_method: string, url: string) {
      this.responseURL = url;
    }
    setRequestHeader() {}
    getAllResponseHeaders() {
      return 'Content-Type: application/json\r\n';
    }
    send() {
      const answer = network.answer(this.responseURL);
      if (answer === null) return;
      void Promise.resolve().then(() => {
        if (this.isAborted) return;
        if (answer === 'cut') return this.onerror?.();
        this.status = typeof answer === 'number' ? answer : 200;
        this.responseText =
          typeof answer === 'object' ? JSON.stringify(answer) : typeof answer === 'string' ? answer : '';
        this.response = this.responseText;
        this.readyState = 4;
        this.onload?.();
      });
    }
    abort() {
      this.isAborted = true;
      this.onabort?.();
    }
  };
}

/** Puts React Native's own globals in place of the engine's, as its InitializeCore does; says which. */
export function installReactNativeGlobals(network: Network): string[] {
  const target = globalThis as unknown as Globals & { HermesInternal?: { hasPromise?(): boolean } };
  const replaced = ['URL', 'fetch', 'AbortController'];
  // Native modules that aren't there: its URL asks for one.
  target.nativeModuleProxy = {};
  target.self = target;
  // Hermes brings its own promises, and React Native leaves them.
  if (!target.HermesInternal?.hasPromise?.()) {
    target.Promise = (require('react-native/Libraries/Promise') as { default: unknown }).default;
    replaced.push('Promise');
  }
  Object.assign(target, require('abort-controller/dist/abort-controller'));
  target.URL = (require('react-native/Libraries/Blob/URL') as { URL: unknown }).URL;
  target.XMLHttpRequest = fakeRequest(network);
  // It keeps what is there already.
  target.fetch = target.Headers = target.Request = target.Response = undefined;
  Object.assign(target, require('react-native/Libraries/Network/fetch'));
  return replaced;
}
