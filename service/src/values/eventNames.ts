/** The library's event names. An app may have others of its own, which follow `EVENT_NAME`. */
export const EVENT_NAMES = [
  'login',
  'search',
  'share',
  'sign_up',
  'tutorial_begin',
  'tutorial_complete',
  're_engage',
  'invite',
  'opened_from_push_notification',
  'add_payment_info',
  'add_shipping_info',
  'add_to_cart',
  'remove_from_cart',
  'refund',
  'view_item',
  'begin_checkout',
  'purchase',
  'ad_impression',
] as const;

/** Stands in statistics for all names beyond those that are counted one by one on a day. No name has a space. */
export const OTHER_EVENTS = 'other events';

/** What an event may be called, ours and an app's own. The prefix is kept for names that we may need later. */
export const EVENT_NAME = /^(?!link_)[a-z][a-z\d_]{0,39}$/;
