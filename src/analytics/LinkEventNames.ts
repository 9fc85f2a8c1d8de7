/** The events that the service knows, by member or by string value. */
export const LinkEventNames = {
  Login: 'login',
  Search: 'search',
  Share: 'share',
  SignUp: 'sign_up',
  TutorialBegin: 'tutorial_begin',
  TutorialComplete: 'tutorial_complete',
  ReEngage: 're_engage',
  Invite: 'invite',
  OpenedFromPushNotification: 'opened_from_push_notification',
  AddPaymentInfo: 'add_payment_info',
  AddShippingInfo: 'add_shipping_info',
  AddToCart: 'add_to_cart',
  RemoveFromCart: 'remove_from_cart',
  Refund: 'refund',
  ViewItem: 'view_item',
  BeginCheckout: 'begin_checkout',
  Purchase: 'purchase',
  AdImpression: 'ad_impression',
} as const;

/** A member of `LinkEventNames`, which is also its string value. */
export type LinkEventNames = (typeof LinkEventNames)[keyof typeof LinkEventNames];
