import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { linkPage } from '../ui/linkPage.ts';
import { linkQuery, useChangeLink } from './requests.ts';
import { LinkForm } from './LinkForm.tsx';
import { linkValuesOf } from './linkValues.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { usePlace } from '../ui/useAddress.ts';

export function EditLinkPage({ code }: { code: string }) {
  const { app } = useCurrentApp();
  // The form keeps its own values, so a refetch doesn't replace what somebody is typing.
  const query = useQuery(linkQuery(app.id, code));
  const changeLink = useChangeLink(app.id, code);
  const [, navigate] = useLocation();
  const place = usePlace();

  return (
    <Page title={`Edit /${code}`} of={app.name}>
      <Panel title="Where it leads">
        <Loaded query={query} what="the link">
          {(link) => (
            <LinkForm
              values={linkValuesOf(link, app.timeZone)}
              isNew={false}
              action="Save"
              isPending={changeLink.isPending}
              error={changeLink.error}
              onSubmit={(_link, _code, change) =>
                changeLink.mutate(change, { onSuccess: () => navigate(place(linkPage(code))) })
              }
            >
              <PageLink to={linkPage(code)} className="button quiet">
                Cancel
              </PageLink>
            </LinkForm>
          )}
        </Loaded>
      </Panel>
    </Page>
  );
}
