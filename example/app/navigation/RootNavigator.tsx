import { NavigationContainer, useNavigationContainerRef } from '@react-navigation/native';
import { createNativeStackNavigator } from '@react-navigation/native-stack';
import { useState } from 'react';
import { useLinkContext } from 'react-native-deferred-link';

import { CartScreen } from '../screens/CartScreen';
import { CheckoutScreen } from '../screens/CheckoutScreen';
import { HomeScreen } from '../screens/HomeScreen';
import { ProductScreen } from '../screens/ProductScreen';
import { PromoScreen } from '../screens/PromoScreen';
import { SplashScreen } from '../screens/SplashScreen';
import { fonts } from '../ui/fonts';
import { useNavigationTheme } from '../ui/useNavigationTheme';
import { CartButton } from './CartButton';
import type { RootStackParamList } from './RootStackParamList';
import { useLinkNavigation } from './useLinkNavigation';

const Stack = createNativeStackNavigator<RootStackParamList>();

export function RootNavigator() {
  const { isLinkProcessed } = useLinkContext();
  const theme = useNavigationTheme();
  const navigation = useNavigationContainerRef<RootStackParamList>();
  const [isReady, setReady] = useState(false);
  useLinkNavigation(navigation, isReady);

  // Waiting here means that nobody sees Home flash by on the way to the linked screen.
  if (!isLinkProcessed) return <SplashScreen />;

  return (
    <NavigationContainer
      ref={navigation}
      theme={theme}
      documentTitle={{ enabled: false }}
      onReady={() => setReady(true)}
    >
      <Stack.Navigator
        screenOptions={{
          headerShadowVisible: false,
          headerTitleStyle: { fontFamily: fonts.heading, fontSize: 18 },
          headerStyle: { backgroundColor: theme.colors.background },
          headerBackButtonDisplayMode: 'minimal',
          headerRight: () => <CartButton />,
        }}
      >
        <Stack.Screen name="Home" component={HomeScreen} options={{ title: 'Small Hours' }} />
        <Stack.Screen name="Product" component={ProductScreen} options={{ title: '' }} />
        <Stack.Screen name="Promo" component={PromoScreen} options={{ title: 'Offer' }} />
        <Stack.Screen name="Cart" component={CartScreen} options={{ title: 'Your cart', headerRight: () => null }} />
        <Stack.Screen
          name="Checkout"
          component={CheckoutScreen}
          options={{ title: 'Checkout', headerRight: () => null }}
        />
      </Stack.Navigator>
    </NavigationContainer>
  );
}
