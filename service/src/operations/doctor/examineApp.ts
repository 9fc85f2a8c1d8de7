import type { App, Key, Webhook } from '../../storage/schema/tables.ts';
import { formatDuration } from '../../values/durations.ts';
import { PAUSE_REASONS } from '../webhooks/createDeliveries.ts';
import { hostIn } from '../webhooks/webhooks.ts';
import { examineHost, type Visit } from './examineHost.ts';
import { bad, good, unknown, type Finding } from './Finding.ts';

/** A clock that is further off than this makes clicks too old or too new to match. */
export const CLOCK_TOLERANCE_MS = 5_000;

export interface Patient extends Visit {
  keys: readonly Pick<Key, 'kind' | 'revokedAt'>[];
  webhooks: readonly Pick<Webhook, 'id' | 'url' | 'pausedAt' | 'pausedBecause'>[];
  /** Milliseconds since 1970, read at the same moment as `databaseTime`. */
  time: number;
  databaseTime: number;
}

function checkClock({ time, databaseTime }: Patient): Finding {
  const offMs = Math.abs(time - databaseTime);
  return offMs <= CLOCK_TOLERANCE_MS
    ? good('the service’s clock and the database’s agree')
    : bad(
        `the service’s clock and the database’s are ${formatDuration(offMs)} apart`,
        'Synchronize both clocks with NTP.'
      );
}

const adviseOption = (id: string, what: string, option: string) => `Set ${what}: apps set ${id} ${option}`;

function checkKeys({ app, keys }: Patient): Finding[] {
  return (['publishable', 'secret'] as const).map((kind) =>
    keys.some((key) => key.kind === kind && key.revokedAt === null)
      ? good(`the app has a ${kind} key`)
      : bad(`the app has no valid ${kind} key`, `Add one: keys add --app ${app.id} --kind ${kind}`)
  );
}

/** An endpoint that its owner paused is only mentioned. */
function checkWebhooks({ webhooks }: Patient): Finding[] {
  return webhooks.flatMap(({ id, url, pausedAt, pausedBecause }) => {
    if (!pausedAt) return [];
    const because = pausedBecause ?? 'owner';
    const what = `webhooks to ${hostIn(url)} (${id}) are paused since ${pausedAt.toISOString()}: ${PAUSE_REASONS[because]}`;
    const advice = 'Nothing is sent to it. Resume it under Webhooks once its receiver works, or delete it.';
    return [because === 'owner' ? unknown(what, advice) : bad(what, advice)];
  });
}

/** Without an iOS app, which checkApp reports, nobody misses the App Store. */
function checkAppStore({ id, iosAppId, appStoreId }: App): Finding[] {
  if (appStoreId !== null) return [good('the landing page can lead to the App Store')];
  if (iosAppId === null) return [];
  return [
    bad(
      'the landing page can’t lead to the App Store',
      adviseOption(id, 'the number in the App Store', '--app-store-id 1234567890')
    ),
  ];
}

/** Builds from Play and from the team have different certificates. With only one, half of the phones open no link. */
function checkCertificates({ id, androidSha256, androidCertificates }: App, androidPackage: string): Finding {
  if (androidSha256.length === 0) {
    return bad(
      'no certificate of the Android app, so no link opens it',
      adviseOption(id, 'its SHA-256 (Play Console, App signing)', '--android-sha256 AA:BB:…')
    );
  }
  if (androidSha256.length === 1 && androidCertificates === 'several') {
    const [known = ''] = androidSha256;
    return unknown(
      'only one certificate of the Android app: Play’s, or that of your own builds?',
      `Set both, from Play Console, App integrity, App signing: apps set ${id} --android-sha256 ${known} --android-sha256 AA:BB:… If there is only one: apps set ${id} --android-certificates one`
    );
  }
  return good(`Android app: ${androidPackage}`);
}

function checkApp({ app }: Patient): Finding[] {
  const advise = (what: string, option: string) => adviseOption(app.id, what, option);
  return [
    app.linkHosts.length > 0
      ? good(`hosts: ${app.linkHosts.join(', ')}`)
      : bad('the app has no host', advise('a host', '--host go.example.com')),
    app.iosAppId !== null
      ? good(`iOS app: ${app.iosAppId}`)
      : unknown(
          'no iOS app, so no link opens the app on an iPhone',
          advise('team and bundle id', '--ios-app-id TEAMID1234.com.example.app')
        ),
    ...checkAppStore(app),
    app.androidPackage === null
      ? unknown(
          'no Android app, so no link opens the app on Android',
          advise('the package', '--android-package com.example.app')
        )
      : checkCertificates(app, app.androidPackage),
    app.scheme !== null
      ? good(`scheme: ${app.scheme}://`)
      : unknown(
          'no scheme, so the landing page can’t offer to open the app',
          advise('the app’s scheme', '--scheme myapp')
        ),
  ];
}

/** Checks what people get wrong; ends within seconds, whatever the hosts do. */
export async function examineApp(patient: Patient): Promise<Finding[]> {
  const ofHosts = await Promise.all(patient.app.linkHosts.map((host) => examineHost(host, patient)));
  return [
    ...checkApp(patient),
    checkClock(patient),
    ...checkKeys(patient),
    ...checkWebhooks(patient),
    ...ofHosts.flat(),
  ];
}
