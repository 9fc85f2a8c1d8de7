import { createEventPipeline } from './analytics/eventPipeline';
import type { Outbox } from './analytics/outbox';
import { attempt } from './core/attempt';
import { configAdvice } from './core/configAdvice';
import { isFilter, resolveConfig } from './core/resolveConfig';
import { createTrace } from './core/trace';
import { within } from './core/within';
import { createPorts } from './native/createPorts';
import { createLinkService } from './service/linkService';
import { createLinkSession } from './session/linkSession';
import type { LinkState } from './session/linkState';
import { createInstall } from './storage/install';
import { createVault } from './storage/vault';
import type { Config, Consent } from './types';

/** For a provider of 0.3.x, which leaves the links that open the app to the app. */
const NO_LINKS = { initialLink() {}, onLink() {} };

export function start(config: Config, isDeaf: boolean, linkState: LinkState, outbox: Outbox) {
  const ports = { ...createPorts(), ...(isDeaf && NO_LINKS) };
  const settings = resolveConfig(config);
  if (__DEV__) configAdvice(config).forEach((advice) => ports.log.advise(advice));
  /** What may change while the app runs: the newest config, until the launch is stopped. */
  const latest: { config: Config | undefined } = { config };
  const trace = createTrace(ports.clock, () => latest.config?.onDiagnostic);
  const vault = createVault({ ports, store: ports.createStore(settings.storage), trace, consent: settings.consent });
  const install = createInstall(ports, settings, vault);
  const service = createLinkService(ports, settings, install);
  const filter = (url: string) => !isFilter(latest.config?.filter) || latest.config.filter(url);
  const parts = { ports, settings, trace, vault, install, service, filter };
  const session = createLinkSession(parts, linkState);
  const events = createEventPipeline(parts, outbox);

  function setConsent(consent: Consent) {
    // The vault learns it first: whoever asks it must get the answer of now. A denial wipes it, whatever is wrong with
    // the config.
    vault.setConsent(consent);
    session.setConsent(consent);
    if (settings.problem !== null) outbox.discard();
    else events.setConsent(consent);
  }

  session.start();
  setConsent(settings.consent);
  // Without app states, events are sent by count and time alone.
  attempt(() =>
    ports.onForeground((isForeground) => {
      if (isForeground) session.comeBack();
      else vault.check();
      events.hurry();
    })
  );

  return {
    settings,
    service,
    trace,
    session,
    isDeaf,
    latest,
    installLink: async () =>
      (await within(ports.clock, settings.lateLinkMs, () => session.rest().then(install.link))).value ?? null,
    // A provider of 0.3.x leaves them to the app.
    openLink: (url: unknown) => !isDeaf && session.open(url),
    // The app's server keeps it, so a slow storage is waited for as long as the record is read.
    installId: () => install.id(settings.lateLinkMs),
    setConsent,
    stop() {
      latest.config = undefined;
      vault.stop();
      session.stop();
      events.stop();
      ports.end();
    },
  };
}

export type Launch = ReturnType<typeof start>;
