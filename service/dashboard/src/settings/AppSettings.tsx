import { useState } from 'react';
import { AppFields } from '../apps/AppFields.tsx';
import { changedFields } from '../ui/changedFields.ts';
import {
  amountLines,
  changeOf,
  DEVICE_REPORT_NAMES,
  PATH_LINKS_NAMES,
  REVENUE_FROM_NAMES,
  SHARED_TITLES_NAMES,
  VALUE_NAMES,
  valuesOf,
} from '../apps/appValues.ts';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useDraft } from '../session/useDraft.ts';
import { useChangeApp, type App } from '../apps/requests.ts';
import { useAddress } from '../ui/useAddress.ts';

function AppFacts({ app }: { app: App }) {
  const facts: [string, string][] = [
    ['Id', app.id],
    ['Link hosts', app.hosts.join(', ')],
    ['iOS app id', app.iosAppId ?? ''],
    ['App Store id', app.appStoreId ?? ''],
    ['App Store provider id', app.appStoreProviderId ?? ''],
    ['Android package', app.androidPackage ?? ''],
    ['SHA-256', app.androidSha256.join(', ')],
    ['Scheme', app.scheme ?? ''],
    ['Path links', PATH_LINKS_NAMES[app.pathLinks]],
    ['Paths that are not links', app.noLinks.join(', ')],
    ['Headline of shared links', SHARED_TITLES_NAMES[app.sharedTitles]],
    ['Time zone of reports', app.timeZone],
    ['Main currency', app.mainCurrency ?? ''],
    ['Attribution days', String(app.attributionDays)],
    ['Who reports revenue', REVENUE_FROM_NAMES[app.revenueFrom]],
    ['Largest amounts', amountLines(app).join(', ')],
    ['Landing page’s device report', DEVICE_REPORT_NAMES[app.deviceReport]],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div className="fact" key={name}>
          <dt>{name}</dt>
          <dd>{value || <span className="muted">not set</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

interface EditAppProps {
  app: App;
  focused: string | null;
  onDone: (isSaved: boolean) => void;
}

function EditApp({ app, focused, onDone }: EditAppProps) {
  const [first] = useState(() => valuesOf(app));
  const [values, setValues] = useDraft(`admin ${app.id} values`, first);
  const change = useChangeApp(app.id);
  const save = () => change.mutate(changedFields(changeOf(first), changeOf(values)), { onSuccess: () => onDone(true) });
  return (
    <Form error={change.error} onSubmit={save}>
      <AppFields values={values} onChange={setValues} error={change.error} focused={focused} />
      <FormEnd error={change.error} fields={VALUE_NAMES}>
        <button type="submit" className="button" disabled={change.isPending}>
          {change.isPending ? 'Saving…' : 'Save'}
        </button>
        <button type="button" className="button quiet" onClick={() => onDone(false)}>
          Cancel
        </button>
      </FormEnd>
    </Form>
  );
}

export function AppSettings() {
  const { app, role } = useCurrentApp();
  // The health page links to the field that is wrong.
  const { params, set } = useAddress();
  const focused = role === 'admin' ? params.get('field') : null;
  const [drafted, setPhase] = useDraft<'shown' | 'edited' | 'saved'>(`${role} ${app.id} settings`, 'shown');
  const phase = focused === null ? drafted : 'edited';
  return (
    <Panel
      title="The app"
      aside={
        role === 'admin' && phase !== 'edited' ? (
          <button type="button" className="button quiet small" onClick={() => setPhase('edited')}>
            Edit
          </button>
        ) : undefined
      }
    >
      {phase === 'edited' ? (
        <EditApp
          app={app}
          focused={focused}
          onDone={(isSaved) => {
            set({ field: null });
            setPhase(isSaved ? 'saved' : 'shown');
          }}
        />
      ) : (
        <>
          {phase === 'saved' && <Notice tone="good">Saved.</Notice>}
          <div className="panel-body">
            <AppFacts app={app} />
            {role === 'owner' && <p className="hint">Sign in with the admin token to change these.</p>}
          </div>
        </>
      )}
    </Panel>
  );
}
