import { act, render } from '@testing-library/react';
import { TestLinkProvider, type TestLinkProviderProps } from 'react-native-deferred-link/testing';
import { SafeAreaProvider } from 'react-native-safe-area-context';

import { CartProvider } from '../cart/CartProvider';
import { RootNavigator } from '../navigation/RootNavigator';

const METRICS = {
  frame: { x: 0, y: 0, width: 390, height: 844 },
  insets: { top: 0, left: 0, right: 0, bottom: 0 },
};

/** The shop, after the library has found what the test says. */
export async function openApp(found: Omit<TestLinkProviderProps, 'children'> = {}) {
  await act(async () => {
    render(
      <SafeAreaProvider initialMetrics={METRICS}>
        <TestLinkProvider {...found}>
          <CartProvider>
            <RootNavigator />
          </CartProvider>
        </TestLinkProvider>
      </SafeAreaProvider>
    );
  });
}
