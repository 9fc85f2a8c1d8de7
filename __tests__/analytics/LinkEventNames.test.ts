import { LinkAnalytics, LinkEventNames } from 'react-native-deferred-link';

/** Never called: the compiler checks it, and an error that isn't there is an error too. */
export function eventNamesAsTheCompilerSeesThem(name: LinkEventNames, text: string) {
  LinkAnalytics.logEvent(LinkEventNames.SignUp);
  LinkAnalytics.logEvent('sign_up', { plan: 'free' });
  LinkAnalytics.logEvent(name, [1, 2]);
  const value: 'sign_up' = LinkEventNames.SignUp;
  const nothing: void = LinkAnalytics.logEvent(value);

  // @ts-expect-error A typo in a string value.
  LinkAnalytics.logEvent('sign_upp');
  // @ts-expect-error A member's name is not its value.
  LinkAnalytics.logEvent('SignUp');
  // @ts-expect-error A typo in a member.
  LinkAnalytics.logEvent(LinkEventNames.Signup);
  // @ts-expect-error Any text is too wide.
  LinkAnalytics.logEvent(text);
  // @ts-expect-error The name is required.
  LinkAnalytics.logEvent();
  // @ts-expect-error Members can't be changed.
  LinkEventNames.SignUp = 'login';
  return nothing;
}

/** What each member is as a type, by its name; one that is missing does not compile. */
interface MembersAsTypes {
  Login: LinkEventNames.Login;
  Search: LinkEventNames.Search;
  Share: LinkEventNames.Share;
  SignUp: LinkEventNames.SignUp;
  TutorialBegin: LinkEventNames.TutorialBegin;
  TutorialComplete: LinkEventNames.TutorialComplete;
  ReEngage: LinkEventNames.ReEngage;
  Invite: LinkEventNames.Invite;
  OpenedFromPushNotification: LinkEventNames.OpenedFromPushNotification;
  AddPaymentInfo: LinkEventNames.AddPaymentInfo;
  AddShippingInfo: LinkEventNames.AddShippingInfo;
  AddToCart: LinkEventNames.AddToCart;
  RemoveFromCart: LinkEventNames.RemoveFromCart;
  Refund: LinkEventNames.Refund;
  ViewItem: LinkEventNames.ViewItem;
  BeginCheckout: LinkEventNames.BeginCheckout;
  Purchase: LinkEventNames.Purchase;
  AdImpression: LinkEventNames.AdImpression;
}

test('every member can be used as a type', () => {
  const members: MembersAsTypes = LinkEventNames;
  const values: Record<keyof typeof LinkEventNames, LinkEventNames> = members;
  const purchase: LinkEventNames.Purchase = 'purchase';
  // @ts-expect-error It is the type of that member alone.
  const login: LinkEventNames.Login = 'purchase';
  expect([values.Purchase, purchase]).toEqual([login, 'purchase']);
});

test('the type and the object of the same name go together', () => {
  const all: LinkEventNames[] = Object.values(LinkEventNames);
  expect(new Set(all).size).toBe(18);
});
