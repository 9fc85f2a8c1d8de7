import { useState } from 'react';
import { Share, StyleSheet, View } from 'react-native';

import { Button } from '../ui/Button';
import { Copy } from '../ui/Copy';
import { useTheme } from '../ui/useTheme';
import { journal } from './journal';
import type { Phone } from './Phone';
import { statusNames } from './reportOf';
import { resultOf, type Result } from './resultOf';
import type { JudgedStep, MeasuredStep, Step } from './Step';
import { until } from './until';

const PATIENCE_MS = 1000;

export async function measureStep({ id, measure }: MeasuredStep, phone: Phone) {
  const verdict = await measure(phone).catch((error: unknown) => ({ isGood: false, found: String(error) }));
  journal.record({ kind: 'measured', stepId: id, ...verdict });
}

function MeasureButton({ step, phone }: { step: MeasuredStep; phone: Phone }) {
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    if (isBusy) return;
    setIsBusy(true);
    await measureStep(step, phone);
    setIsBusy(false);
  };
  return <Button kind="quiet" label={isBusy ? 'Measuring…' : 'Measure'} onPress={() => void press()} />;
}

/** The buttons of a step that the person does. */
function DoButtons({ step, phone, isRunning }: { step: JudgedStep; phone: Phone; isRunning: boolean }) {
  const [link, setLink] = useState<string | null>(null);

  const begin = async () => {
    journal.record({ kind: 'began', stepId: step.id });
    setLink((await step.link?.()) ?? null);
  };
  const end = async () => {
    step.action?.run();
    await until(() => resultOf(step, journal.read(), phone).found !== '', step.patienceMs ?? PATIENCE_MS);
    journal.record({ kind: 'ended', stepId: step.id });
  };

  const canEnd = isRunning || step.beginsBeforeInstall;
  return (
    <>
      {link === null ? null : (
        <>
          <Copy kind="small">{link}</Copy>
          <Button kind="quiet" label="Send me the link" onPress={() => void Share.share({ message: link })} />
        </>
      )}
      {isRunning && step.action ? <Button kind="quiet" label={step.action.label} onPress={step.action.run} /> : null}
      {canEnd ? <Button kind="quiet" label="Done" onPress={() => void end()} /> : null}
      {step.beginsBeforeInstall ? null : (
        <Button kind="quiet" label={isRunning ? 'Begin again' : 'Begin'} onPress={() => void begin()} />
      )}
    </>
  );
}

export function StepCard({ step, result, phone }: { step: Step; result: Result; phone: Phone }) {
  const { colors } = useTheme();
  const { status, found, isRunning } = result;
  return (
    <View testID={step.id} style={[styles.card, { backgroundColor: colors.surface, borderColor: colors.line }]}>
      <Copy kind="heading">{step.title}</Copy>
      <Copy kind="small" tone={status === 'failed' ? 'accent' : 'ink'}>
        {statusNames[status]}
        {found ? `: ${found}` : ''}
      </Copy>
      {status === 'otherSystem' ? null : (
        <>
          <Copy kind="small">{step.todo}</Copy>
          <Copy kind="small" tone="muted">
            Measures: {step.measures}
          </Copy>
          {step.kind === 'measured' ? (
            <MeasureButton step={step} phone={phone} />
          ) : (
            <DoButtons step={step} phone={phone} isRunning={isRunning} />
          )}
        </>
      )}
    </View>
  );
}

const styles = StyleSheet.create({
  card: { borderRadius: 16, borderWidth: 1, gap: 8, padding: 16 },
});
