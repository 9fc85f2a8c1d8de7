import { nameOfEvent } from '../report/events.ts';

/** What to call one event, where that isn't what several are called. */
const ONE: Readonly<Record<string, string>> = {
  login: 'Login',
  search: 'Search',
  share: 'Share',
  sign_up: 'Sign-up',
  tutorial_begin: 'Tutorial begun',
  tutorial_complete: 'Tutorial completed',
  re_engage: 'Return',
  invite: 'Invitation',
  refund: 'Refund',
  view_item: 'Item viewed',
  begin_checkout: 'Checkout begun',
  purchase: 'Purchase',
  ad_impression: 'Ad shown',
};

export const nameOfOneEvent = (name: string) => ONE[name] ?? nameOfEvent(name);
