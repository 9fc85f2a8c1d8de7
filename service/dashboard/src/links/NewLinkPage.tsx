import { useLocation } from 'wouter';
import { linkPage } from '../ui/linkPage.ts';
import { useAddLink } from './requests.ts';
import { LinkForm } from './LinkForm.tsx';
import { NO_LINK } from './linkValues.ts';
import { Page } from '../ui/Page.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { usePlace } from '../ui/useAddress.ts';

export function NewLinkPage() {
  const { app } = useCurrentApp();
  const addLink = useAddLink(app.id);
  const [, navigate] = useLocation();
  const place = usePlace();

  return (
    <Page title="New link" of={app.name}>
      <Panel title="Where it leads">
        <LinkForm
          values={NO_LINK}
          isNew
          action="Create the link"
          isPending={addLink.isPending}
          error={addLink.error}
          onSubmit={(link, code) =>
            addLink.mutate(code === '' ? link : { ...link, code }, {
              onSuccess: ({ code: made }) => navigate(place(linkPage(made))),
            })
          }
        >
          <PageLink to="/links" className="button quiet">
            Cancel
          </PageLink>
        </LinkForm>
      </Panel>
    </Page>
  );
}
