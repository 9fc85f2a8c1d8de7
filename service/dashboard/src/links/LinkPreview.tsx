import { landingValuesOf } from '../apps/landingValues.ts';
import { LandingPreview } from '../apps/LandingPreview.tsx';
import type { App } from '../apps/requests.ts';
import type { LinkValues } from './linkValues.ts';

/** As chats and social networks show a link. They load the image; this page loads nothing from elsewhere. */
function SocialCard({ app, values }: LinkPreviewProps) {
  const { title, description, imageUrl } = values;
  return (
    <figure className="social-card" aria-label="Social card">
      <div className="social-image">{imageUrl.trim() === '' ? 'No image' : imageUrl}</div>
      <figcaption>
        <span className="muted">{app.hosts[0] ?? window.location.host}</span>
        <strong>
          <bdi>{title.trim() || app.name}</bdi>
        </strong>
        {description.trim() !== '' && <bdi>{description}</bdi>}
      </figcaption>
    </figure>
  );
}

interface LinkPreviewProps {
  app: App;
  values: LinkValues;
}

/** What a link looks like before anybody sees it: in a chat, and on a phone. */
export function LinkPreview({ app, values }: LinkPreviewProps) {
  return (
    <div className="link-preview">
      <h3>In chats and posts</h3>
      <SocialCard app={app} values={values} />
      <h3>On the phone</h3>
      <LandingPreview app={app} values={landingValuesOf(app)} language="en" link={values} />
    </div>
  );
}
