/** The eighteen event names that `logEvent` accepts, as members or as strings. */
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

/** One of the eighteen names, as a member or as a string. */
export type LinkEventNames = (typeof LinkEventNames)[keyof typeof LinkEventNames];

/** The members as types, too: `LinkEventNames.Purchase` is `'purchase'`. */
// eslint-disable-next-line @typescript-eslint/no-namespace -- only a namespace gives a type a dotted name
export declare namespace LinkEventNames {
  type Login = typeof LinkEventNames.Login;
  type Search = typeof LinkEventNames.Search;
  type Share = typeof LinkEventNames.Share;
  type SignUp = typeof LinkEventNames.SignUp;
  type TutorialBegin = typeof LinkEventNames.TutorialBegin;
  type TutorialComplete = typeof LinkEventNames.TutorialComplete;
  type ReEngage = typeof LinkEventNames.ReEngage;
  type Invite = typeof LinkEventNames.Invite;
  type OpenedFromPushNotification = typeof LinkEventNames.OpenedFromPushNotification;
  type AddPaymentInfo = typeof LinkEventNames.AddPaymentInfo;
  type AddShippingInfo = typeof LinkEventNames.AddShippingInfo;
  type AddToCart = typeof LinkEventNames.AddToCart;
  type RemoveFromCart = typeof LinkEventNames.RemoveFromCart;
  type Refund = typeof LinkEventNames.Refund;
  type ViewItem = typeof LinkEventNames.ViewItem;
  type BeginCheckout = typeof LinkEventNames.BeginCheckout;
  type Purchase = typeof LinkEventNames.Purchase;
  type AdImpression = typeof LinkEventNames.AdImpression;
}
