import { StyleSheet, View } from 'react-native';

import { Copy } from './Copy';

interface Props {
  label: string;
  value: string;
  kind?: 'heading' | 'body';
  tone?: 'ink' | 'muted' | 'accent';
}

export function Row({ label, value, kind = 'body', tone = 'ink' }: Props) {
  return (
    <View style={styles.row}>
      <Copy kind={kind} tone={tone}>
        {label}
      </Copy>
      <Copy kind={kind} tone={tone}>
        {value}
      </Copy>
    </View>
  );
}

const styles = StyleSheet.create({
  row: { flexDirection: 'row', justifyContent: 'space-between' },
});
