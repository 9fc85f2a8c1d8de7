import { LINK_HOST, LINK_SCHEME } from '../../app/linkConfig';
import { shopLinks } from '../shopLinks';
import type { SharedLink } from '../state/peopleReducer';

export interface Letter {
  sender: string;
  via: string;
  text: string;
  url: string;
  /** The kind of link, for somebody who wants to learn. */
  note: string;
}

export const inbox: Letter[] = [
  {
    sender: 'Small Hours',
    via: 'Newsletter',
    text: 'Good evening. The first order is on us, at least 15 % of it:',
    url: `https://${LINK_HOST}/${shopLinks.welcome.code}`,
    note: 'Short link',
  },
  {
    sender: 'Mara',
    via: 'Chat',
    text: 'That lamp I told you about, the one like a small eclipse:',
    url: `https://${LINK_HOST}/${shopLinks.halo.code}`,
    note: 'Short link',
  },
  {
    sender: 'Small Hours',
    via: 'Mail',
    text: 'The blanket that you saved is back from the weaver:',
    url: `https://${LINK_HOST}/product/drift-blanket?ref=mail`,
    note: 'Path link',
  },
  {
    sender: 'Small Hours',
    via: 'Text message',
    text: 'Fifty hours of cedar and smoke, for the long nights:',
    url: `${LINK_SCHEME}://product/ember-candle?ref=sms`,
    note: 'Scheme link',
  },
];

/** The message that the friend's app has sent. */
export const letterOf = ({ from, text, url }: SharedLink): Letter => ({
  sender: from,
  via: 'Chat',
  text,
  url,
  note: 'Created in the app',
});
