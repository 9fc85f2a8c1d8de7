import { Share } from 'react-native';
import { createLink, type NewLink } from 'react-native-deferred-link/create-link';

export type ShareOutcome = 'shared' | 'dismissed' | 'failed';

/** Makes a link and opens the system's share sheet with it. */
export async function shareLink(link: NewLink, text: string): Promise<ShareOutcome> {
  const created = await createLink(link);
  if (!created.ok) return 'failed';
  try {
    // In the message, as Android's share sheet leaves `url` out.
    const { action } = await Share.share({ message: `${text} ${created.url}` });
    return action === Share.dismissedAction ? 'dismissed' : 'shared';
  } catch {
    return 'failed';
  }
}
