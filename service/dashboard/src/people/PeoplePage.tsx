import { useCurrentApp } from '../apps/currentApp.ts';
import { Empty } from '../ui/Empty.tsx';
import { Page } from '../ui/Page.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SearchForm } from '../ui/SearchForm.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { PersonPanel } from './PersonPanel.tsx';
import { PERSON_KINDS, type Person } from './requests.ts';
import './people.css';

const KIND_NAMES: Readonly<Record<Person['kind'], string>> = { user: 'User id', install: 'Install id' };

export function PeoplePage() {
  const { app } = useCurrentApp();
  const { params, set } = useAddress();
  const kind = PERSON_KINDS.find((known) => known === params.get('kind')) ?? 'user';
  const id = params.get('id') ?? '';

  return (
    <Page title="People" of={app.name}>
      <p className="lead">Find out which link brought a user, or delete everything about them.</p>
      <Panel title="Find somebody">
        <SearchForm
          label={KIND_NAMES[kind]}
          placeholder={KIND_NAMES[kind]}
          value={id}
          onSearch={(text) => set({ id: text || null })}
          action="Find"
          before={
            <select aria-label="Look for" value={kind} onChange={(event) => set({ kind: event.target.value })}>
              {PERSON_KINDS.map((known) => (
                <option key={known} value={known}>
                  {KIND_NAMES[known]}
                </option>
              ))}
            </select>
          }
        />
        {id === '' && (
          <Empty title="Who are you looking for?">
            <p>
              The user id is the one your app sets with <code>LinkAnalytics.setUserId</code>. The install id is what{' '}
              <code>getInstallId</code> returns on their phone.
            </p>
          </Empty>
        )}
      </Panel>
      {/* The key closes the dialogs about one person when another one is shown. */}
      {id !== '' && <PersonPanel key={`${kind} ${id}`} person={{ kind, id }} />}
    </Page>
  );
}
