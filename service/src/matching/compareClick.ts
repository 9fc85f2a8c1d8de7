import type { BrowserFacts } from './BrowserFacts.ts';
import { isSameModel } from './isSameModel.ts';
import { languageOf, regionOf } from './languageTag.ts';
import type { Phone } from './Phone.ts';
import type { Device } from './readUserAgent.ts';
import { isSameScreen, screenOf } from './screen.ts';
import { DEVICE_CLAIMS, type Signal } from './startValues.ts';
import type { MatchModel } from './MatchModel.ts';

export type Verdict = 'same' | 'different' | 'unknown';

export type Comparison = Readonly<Record<Signal, Verdict>>;

const verdict = (isSame: boolean): Verdict => (isSame ? 'same' : 'different');

function compareText(ours: string | null, theirs: string | null): Verdict {
  return ours === null || theirs === null ? 'unknown' : verdict(ours === theirs);
}

function isRelated(tag: string, other: string | null): boolean {
  return other !== null && languageOf(tag) === languageOf(other);
}

/** Compares each signal of browser and phone. A signal that either side doesn't know is unknown. */
export function compareSignals(phone: Phone, click: BrowserFacts): Comparison {
  const model =
    phone.model === null || click.model === null
      ? 'unknown'
      : verdict(isSameModel(phone.model, click.model.toLowerCase()));
  const screen = screenOf(click);
  const related = click.language === null ? [] : phone.languages.filter((tag) => isRelated(tag, click.language));
  const regions = related.map(regionOf).filter((region) => region !== null);
  const region = click.language === null ? null : regionOf(click.language);
  return {
    systemVersion: compareText(phone.systemVersion, click.systemVersion),
    model,
    // A model implies its screen, so the screen says nothing new once the models are compared.
    screen:
      model !== 'unknown' || phone.screen === null || screen === null
        ? 'unknown'
        : verdict(isSameScreen(phone.screen, screen)),
    language: phone.languages.length === 0 || click.language === null ? 'unknown' : verdict(related.length > 0),
    region: regions.length === 0 || region === null ? 'unknown' : verdict(regions.includes(region)),
    timezone: compareText(phone.timezone, click.timezone),
  };
}

type Ratios = Readonly<Record<Signal, { same: number; different: number }>>;

/**
 * Returns how many times likelier a click's browser looks like this if it runs on this phone than if it is anybody's.
 * Above one, the click speaks for the phone; below one, against it; zero excludes it.
 *
 * The result is a product of one ratio for each signal that both sides know. If they agree, the ratio is how often a
 * phone agrees with its own browser, divided by how common the phone's value is. If they differ, it is how often a
 * phone differs from its own browser, divided by how common other values are. (These are Fellegi and Sunter's weights.)
 */
export function createComparer(phone: Phone, { frequencies, agreement }: MatchModel): (click: BrowserFacts) => number {
  const ratiosOf = new Map<Device, Ratios>();

  function ratios(device: Device): Ratios {
    const ratio = (signal: Signal, frequency: number) => {
      const agrees = agreement[phone.platform][signal];
      // Otherwise, agreeing on a value that nearly everybody has would speak against the phone.
      const byChance = Math.min(frequency, agrees);
      return { same: agrees / byChance, different: (1 - agrees) / (1 - byChance) };
    };
    const values = (value: string | null) => (value === null ? [] : [value]);
    const languages = [...new Set(phone.languages.map(languageOf))];
    const regions = phone.languages.map(regionOf).filter((region) => region !== null);
    return {
      systemVersion: ratio('systemVersion', frequencies.of(device, 'systemVersion', values(phone.systemVersion))),
      model: ratio('model', phone.model === null ? 1 : frequencies.ofModel(device, phone.model)),
      screen: ratio('screen', phone.screen ? frequencies.ofScreen(device, phone.screen) : 1),
      language: ratio('language', frequencies.of(device, 'language', languages)),
      region: ratio('region', Math.max(...languages.map((tag) => frequencies.ofRegion(device, tag, regions)), 0)),
      timezone: ratio('timezone', frequencies.of(device, 'timezone', values(phone.timezone))),
    };
  }

  function ratiosFor(device: Device): Ratios {
    const known = ratiosOf.get(device) ?? ratios(device);
    ratiosOf.set(device, known);
    return known;
  }

  return (click) => {
    const byDevice =
      click.device === null ? 1 : (DEVICE_CLAIMS[phone.device][click.device] ?? 0) / frequencies.ofDevice(click.device);
    if (byDevice === 0) return 0;

    const table = ratiosFor(click.device ?? phone.device);
    let product = byDevice;
    const comparison = compareSignals(phone, click);
    for (const signal in comparison) {
      const seen = comparison[signal as Signal];
      if (seen !== 'unknown') product *= table[signal as Signal][seen];
    }
    return product;
  };
}
