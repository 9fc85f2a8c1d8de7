import { useNavigation, type NavigationProp } from '@react-navigation/native';
import { Pressable, StyleSheet, Text } from 'react-native';

import { useCart } from '../cart/useCart';
import { useTheme } from '../ui/useTheme';
import type { RootStackParamList } from './RootStackParamList';

export function CartButton() {
  const { count } = useCart();
  const { colors } = useTheme();
  const navigation = useNavigation<NavigationProp<RootStackParamList>>();

  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`}
      onPress={() => navigation.navigate('Cart')}
      style={[styles.button, { backgroundColor: colors.surface, borderColor: colors.line }]}
    >
      <Text style={[styles.label, { color: colors.ink }]}>Cart · {count}</Text>
    </Pressable>
  );
}

const styles = StyleSheet.create({
  button: {
    borderRadius: 999,
    borderWidth: 1,
    marginRight: 12,
    paddingHorizontal: 12,
    paddingVertical: 6,
  },
  label: { fontSize: 13, fontWeight: '600' },
});
