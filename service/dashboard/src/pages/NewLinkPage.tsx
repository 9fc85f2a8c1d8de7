import { useLocation } from 'wouter';
import { useAddLink } from '../api/links.ts';
import { LinkForm } from '../parts/LinkForm.tsx';
import { NO_LINK } from '../parts/linkValues.ts';
import { Page } from '../parts/Page.tsx';
import { PageLink } from '../parts/PageLink.tsx';
import { Panel } from '../parts/Panel.tsx';
import { useCurrentApp } from '../state/currentApp.ts';
import { usePlace } from '../state/useAddress.ts';

export function NewLinkPage() {
  const { app } = useCurrentApp();
  const addLink = useAddLink(app.id);
  const [, navigate] = useLocation();
  const place = usePlace();

  return (
    <Page title="New link" of={app.name}>
      <Panel title="Where it leads" className="narrow">
        <LinkForm
          values={NO_LINK}
          isNew
          action="Make the link"
          isPending={addLink.isPending}
          error={addLink.error}
          onSubmit={(link, code) =>
            addLink.mutate(code === '' ? link : { ...link, code }, {
              onSuccess: ({ code: made }) => navigate(place(`/links/${made}`)),
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
