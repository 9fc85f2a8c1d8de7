import type { NativeStackScreenProps } from '@react-navigation/native-stack';
import { Pressable, StyleSheet, View } from 'react-native';
import { LinkAnalytics, LinkEventNames } from 'react-native-deferred-link';

import { products } from '../catalog/products';
import { ConsentQuestion } from '../deviceCheck/ConsentQuestion';
import { useMe } from '../me/useMe';
import type { RootStackParamList } from '../navigation/RootStackParamList';
import { PasteLinkButton } from '../sharing/PasteLinkButton';
import { ShareButton } from '../sharing/ShareButton';
import { Copy } from '../ui/Copy';
import { Moon } from '../ui/Moon';
import { ProductGrid } from '../ui/ProductGrid';
import { Screen } from '../ui/Screen';
import { useTheme } from '../ui/useTheme';

export function HomeScreen({ navigation }: NativeStackScreenProps<RootStackParamList, 'Home'>) {
  const { colors } = useTheme();
  const { name } = useMe();
  return (
    <Screen>
      <View style={[styles.hero, { backgroundColor: colors.night }]}>
        <View style={styles.heroText}>
          <Copy kind="title" tone="onNight">
            Things for quiet evenings
          </Copy>
          <Copy kind="small" tone="onNight">
            Six of them. We make no more than we’d keep.
          </Copy>
        </View>
        <Pressable
          accessibilityRole="button"
          accessibilityLabel="Hold for the device check"
          onLongPress={() => navigation.navigate('DeviceCheck')}
        >
          <Moon size={52} />
        </Pressable>
      </View>
      <ConsentQuestion />
      <ShareButton
        label="Invite a friend"
        link={{
          route: '/promo/WELCOME15?ref=invite',
          data: { invitedBy: name },
          title: `${name} invites you to Small Hours`,
        }}
        text="Come and see this shop. They take 15 % off your first order:"
        onShared={() => LinkAnalytics.logEvent(LinkEventNames.Invite)}
      />
      <PasteLinkButton />
      <ProductGrid products={products} onOpen={({ id }) => navigation.navigate('Product', { id })} />
    </Screen>
  );
}

const styles = StyleSheet.create({
  hero: { borderRadius: 22, flexDirection: 'row', gap: 12, padding: 22 },
  heroText: { flex: 1, gap: 8 },
});
