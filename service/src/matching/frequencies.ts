import type { BrowserFacts } from './BrowserFacts.ts';
import type { Bounds } from './createBounds.ts';
import { isSameModel } from './isSameModel.ts';
import { languageOf, regionOf } from './languageTag.ts';
import type { Device } from './readUserAgent.ts';
import { isSameScreen, screenOf, type Screen } from './screen.ts';
import { DEVICE_FREQUENCY, FREQUENCY, FREQUENCY_WEIGHT, type Signal } from './startValues.ts';

/** How common values are among the visitors of an app. */
export interface Frequencies {
  ofDevice: (device: Device) => number;
  /** Among the visitors with that device, the share whose value is one of these. */
  of: (device: Device, signal: PlainSignal, values: readonly string[]) => number;
  ofModel: (device: Device, model: string) => number;
  ofScreen: (device: Device, screen: Screen) => number;
  /** Among the visitors with that device and that language. */
  ofRegion: (device: Device, language: string, regions: readonly string[]) => number;
}

/** Signals whose values are strings that are either equal or different. */
type PlainSignal = Exclude<Signal, 'model' | 'screen' | 'region'>;

interface Tally<Value> {
  add: (value: Value | null) => void;
  count: (isWanted: (value: Value) => boolean) => number;
  /** How many values were known. */
  total: () => number;
  /** How often the commonest value was seen. */
  highest: () => number;
}

function createTally<Value>(keyOf: (value: Value) => string): Tally<Value> {
  const counts = new Map<string, { value: Value; count: number }>();
  let total = 0;
  return {
    add: (value) => {
      if (value === null) return;
      const key = keyOf(value);
      const entry = counts.get(key);
      if (entry) entry.count += 1;
      else counts.set(key, { value, count: 1 });
      total += 1;
    },
    count: (isWanted) => {
      let sum = 0;
      for (const { value, count } of counts.values()) if (isWanted(value)) sum += count;
      return sum;
    },
    total: () => total,
    highest: () => Math.max(0, ...[...counts.values()].map(({ count }) => count)),
  };
}

function createTallies<Value>(keyOf: (value: Value) => string) {
  const tallies = new Map<string, Tally<Value>>();
  return (key: string): Tally<Value> => {
    const tally = tallies.get(key) ?? createTally(keyOf);
    tallies.set(key, tally);
    return tally;
  };
}

const asItStands = (text: string) => text;

/** The observed share, pulled towards the start value. */
function draw(count: number, total: number, believed: number): number {
  return (count + FREQUENCY_WEIGHT * believed) / (total + FREQUENCY_WEIGHT);
}

/** Learns from a sample of an app's clicks, each of another visitor. */
export function learnFrequencies(clicks: readonly BrowserFacts[], { bound, boundShare }: Bounds): Frequencies {
  const devices = createTally<Device>(asItStands);
  const texts = createTallies<string>(asItStands);
  const screens = createTallies<Screen>(({ short, long, scale }) => `${short} ${long} ${scale}`);

  for (const click of clicks) {
    const { device, language } = click;
    if (device === null) continue;
    devices.add(device);
    texts(`${device} systemVersion`).add(click.systemVersion);
    texts(`${device} model`).add(click.model?.toLowerCase() ?? null);
    texts(`${device} timezone`).add(click.timezone);
    screens(device).add(screenOf(click));
    if (language === null) continue;
    texts(`${device} language`).add(languageOf(language));
    texts(`${device} region of ${languageOf(language)}`).add(regionOf(language));
  }

  const report = <Value>(tally: Tally<Value>, believed: number, name: string) =>
    boundShare(draw(tally.highest(), tally.total(), believed), believed, name);
  for (const device of ['iphone', 'android'] as const) {
    report(texts(`${device} systemVersion`), FREQUENCY.systemVersion, `a system version on ${device}`);
    report(texts(`${device} model`), FREQUENCY.model, `a model on ${device}`);
    report(screens(device), FREQUENCY.screen, `a screen on ${device}`);
  }

  const share = <Value>(tally: Tally<Value>, isWanted: (value: Value) => boolean, believed: number) =>
    bound(draw(tally.count(isWanted), tally.total(), believed), believed);
  return {
    ofDevice: (device) => share(devices, (other) => other === device, DEVICE_FREQUENCY),
    of: (device, signal, values) =>
      share(texts(`${device} ${signal}`), (value) => values.includes(value), FREQUENCY[signal]),
    ofModel: (device, model) => share(texts(`${device} model`), (other) => isSameModel(model, other), FREQUENCY.model),
    ofScreen: (device, screen) => share(screens(device), (other) => isSameScreen(screen, other), FREQUENCY.screen),
    ofRegion: (device, language, regions) =>
      share(texts(`${device} region of ${language}`), (region) => regions.includes(region), FREQUENCY.region),
  };
}
