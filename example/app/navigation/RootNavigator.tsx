import { NavigationContainer } from '@react-navigation/native';
import { createNativeStackNavigator } from '@react-navigation/native-stack';

import { DeviceCheckScreen } from '../deviceCheck/DeviceCheckScreen';
import { CartScreen } from '../screens/CartScreen';
import { CheckoutScreen } from '../screens/CheckoutScreen';
import { HomeScreen } from '../screens/HomeScreen';
import { ProductScreen } from '../screens/ProductScreen';
import { PromoScreen } from '../screens/PromoScreen';
import { SplashScreen } from '../screens/SplashScreen';
import { fonts } from '../ui/fonts';
import { useNavigationTheme } from '../ui/useNavigationTheme';
import { CartButton } from './CartButton';
import { linking } from './linking';
import type { RootStackParamList } from './RootStackParamList';

const Stack = createNativeStackNavigator<RootStackParamList>();

export function RootNavigator() {
  const theme = useNavigationTheme();

  // The splash stays until the search for a link has ended, so that Home doesn't flash by before the linked screen.
  return (
    <NavigationContainer linking={linking} fallback={<SplashScreen />} theme={theme} documentTitle={{ enabled: false }}>
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
        <Stack.Screen
          name="DeviceCheck"
          component={DeviceCheckScreen}
          options={{ title: 'Device check', headerRight: () => null }}
        />
      </Stack.Navigator>
    </NavigationContainer>
  );
}
