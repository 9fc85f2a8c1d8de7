/** What to call so many of an event. */
const NAMES: Readonly<Record<string, string>> = {
  login: 'Logins',
  search: 'Searches',
  share: 'Shares',
  sign_up: 'Sign-ups',
  tutorial_begin: 'Tutorials begun',
  tutorial_complete: 'Tutorials completed',
  re_engage: 'Returns',
  invite: 'Invitations',
  opened_from_push_notification: 'Opened from a push',
  add_payment_info: 'Payment details added',
  add_shipping_info: 'Shipping details added',
  add_to_cart: 'Added to cart',
  remove_from_cart: 'Removed from cart',
  refund: 'Refunds',
  view_item: 'Items viewed',
  begin_checkout: 'Checkouts begun',
  purchase: 'Purchases',
  ad_impression: 'Ads shown',
  other: 'Other events',
  'other events': 'Other events',
};

export const nameOfEvent = (name: string) => NAMES[name] ?? name;
