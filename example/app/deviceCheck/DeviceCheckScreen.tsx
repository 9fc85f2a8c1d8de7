import { use, useEffect, useState, useSyncExternalStore } from 'react';
import { Share } from 'react-native';
import { getInstallId } from 'react-native-deferred-link';
import { useScreenLink } from 'react-native-deferred-link/react-navigation';

import { Button } from '../ui/Button';
import { Copy } from '../ui/Copy';
import { Screen } from '../ui/Screen';
import { journal } from './journal';
import { PhoneContext } from './Phone';
import { reportOf } from './reportOf';
import { resultOf } from './resultOf';
import type { MeasuredStep } from './Step';
import { measureStep, StepCard } from './StepCard';
import { steps } from './steps';

/** What one button can measure; consent makes the install new, so that it comes last and alone. */
const isQuick = (step: (typeof steps)[number]): step is MeasuredStep => step.kind === 'measured' && step.needsPhone;

/** Notes what the screen alone can see: which link opened it, and as which install. */
function useJournal() {
  const link = useScreenLink();
  useEffect(() => {
    const { step } = link?.params ?? {};
    if (link && step !== undefined) journal.record({ kind: 'arrived', stepId: step, type: link.type });
  }, [link]);
  useEffect(() => {
    void journal.keep();
    void getInstallId().then((id) => journal.record({ kind: 'install', id }));
  }, []);
  return useSyncExternalStore(journal.subscribe, journal.read);
}

/** Everything that only a phone can answer, step by step: docs/device-checks.md says how to use it. */
export function DeviceCheckScreen() {
  const phone = use(PhoneContext);
  const entries = useJournal();
  const [isBusy, setIsBusy] = useState(false);
  const results = steps.map((step) => ({ step, ...resultOf(step, entries, phone) }));

  const measureAll = async () => {
    if (isBusy) return;
    setIsBusy(true);
    for (const { step, status } of results) {
      if (isQuick(step) && status !== 'otherSystem') await measureStep(step, phone);
    }
    setIsBusy(false);
  };

  const share = () => void Share.share({ message: reportOf(phone, results, new Date()) });

  return (
    <Screen footer={<Button label="Share the result" onPress={share} />}>
      <Copy>What only a phone can answer. Go from top to bottom; the results stay when you leave.</Copy>
      <Button
        kind="quiet"
        label={isBusy ? 'Measuring…' : 'Measure what needs no help'}
        onPress={() => void measureAll()}
      />
      {results.map(({ step, ...result }) => (
        <StepCard key={step.id} step={step} result={result} phone={phone} />
      ))}
    </Screen>
  );
}
