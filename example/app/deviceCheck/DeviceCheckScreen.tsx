import { use, useEffect, useState, useSyncExternalStore } from 'react';
import { Share } from 'react-native';
import { getInstallId, type Link } from 'react-native-deferred-link';
import { useScreenLink } from 'react-native-deferred-link/react-navigation';

import { Button } from '../ui/Button';
import { Copy } from '../ui/Copy';
import { Screen } from '../ui/Screen';
import type { Entry } from './Entry';
import { journal } from './journal';
import { PhoneContext, type Phone } from './Phone';
import { reportOf } from './reportOf';
import { resultOf, type StepResult } from './resultOf';
import { sendResult } from './sendResult';
import type { MeasuredStep } from './Step';
import { measureStep, StepCard } from './StepCard';
import { steps } from './steps';

/** What one button can measure; consent makes the install new, so that it comes last and alone. */
const isQuick = (step: MeasuredStep) => step.needsPhone;

/** Notes what the screen alone can see: which link opened it, and as which install. */
function useJournal(link: Link | null) {
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

const resultsOf = (entries: readonly Entry[], phone: Phone) =>
  steps.map((step) => ({ step, ...resultOf(step, entries, phone) }));

async function measure(phone: Phone, isWanted: (step: MeasuredStep) => boolean) {
  for (const { step, status } of resultsOf(journal.read(), phone)) {
    if (step.kind === 'measured' && status !== 'otherSystem' && isWanted(step)) await measureStep(step, phone);
  }
}

/** `?run=all` is for robots: it measures every step that needs no hand, and sends the result to the lab. */
function useRobot(link: Link | null, phone: Phone) {
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => {
    if (link?.params.run !== 'all') return;
    void measure(phone, () => true)
      .then(() => sendResult(phone, resultsOf(journal.read(), phone)))
      .then(
        () => setMessage('The result was sent'),
        (error: unknown) => setMessage(`The result was not sent: ${String(error)}`)
      );
  }, [link, phone]);
  return message;
}

/** Everything that only a phone can answer, step by step: example/device-checks.md says how to use it. */
export function DeviceCheckScreen() {
  const phone = use(PhoneContext);
  const link = useScreenLink();
  const entries = useJournal(link);
  const message = useRobot(link, phone);
  const [isBusy, setIsBusy] = useState(false);
  const results = resultsOf(entries, phone);
  // The step that a link belongs to comes first, so nobody has to look for it.
  const shown = link?.params.step ?? link?.params.show;
  const isShown = ({ step }: StepResult) => step.id === shown;
  const ordered = [...results].sort((a, b) => Number(isShown(b)) - Number(isShown(a)));

  const measureQuick = async () => {
    if (isBusy) return;
    setIsBusy(true);
    await measure(phone, isQuick);
    setIsBusy(false);
  };

  const share = async () => Share.share({ message: await reportOf(phone, results, new Date()) });

  return (
    <Screen key={shown} footer={<Button label="Share the result" onPress={() => void share()} />}>
      <Copy>What only a phone can answer. Go from top to bottom; the results stay when you leave.</Copy>
      {message === null ? null : <Copy tone="accent">{message}</Copy>}
      <Button
        kind="quiet"
        label={isBusy ? 'Measuring…' : 'Measure what needs no help'}
        onPress={() => void measureQuick()}
      />
      {ordered.map(({ step, ...result }) => (
        <StepCard key={step.id} step={step} result={result} phone={phone} />
      ))}
    </Screen>
  );
}
