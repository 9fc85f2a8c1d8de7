import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeLink } from '../../../../src/routes/public/landing/storeLink.ts';

const listing = { androidPackage: 'test.shop', appStoreId: '42', appStoreProviderId: null, storeUrl: null };

const link = {
  ...{ code: 'summer', destination: '/promo?utm_source=mail&ref=1&utm_campaign=a%20b' },
  ...{ campaign: 'a b', source: 'mail', medium: 'social & paid', iosListing: null, androidListing: null },
};
const visit = { link, query: 'utm_source=chat' };

test('the Play store gets the click id as referrer', () => {
  assert.equal(
    storeLink(listing, 'android', 'abc', null),
    'https://play.google.com/store/apps/details?id=test.shop&referrer=clickId%3Dabc'
  );
});

test('the Play store gets the campaign beside the click id, for Google Analytics', () => {
  const referrer = (clickId: string | null) =>
    new URL(storeLink(listing, 'android', clickId, visit) ?? '').searchParams.get('referrer');
  const utm = 'utm_source=chat&utm_campaign=a%20b&utm_medium=social%20%26%20paid';
  assert.equal(referrer('abc'), `clickId=abc&${utm}`);
  assert.equal(referrer(null), utm);
});

test('the App Store, which knows no referrer, gets the link as campaign', () => {
  assert.equal(storeLink(listing, 'ios', 'abc', null), 'https://apps.apple.com/app/id42');
  assert.equal(storeLink(listing, 'ios', 'abc', visit), 'https://apps.apple.com/app/id42?ct=summer');
  assert.equal(
    storeLink({ ...listing, appStoreProviderId: '123' }, 'ios', 'abc', {
      ...visit,
      link: { ...link, code: '/product/42' },
    }),
    'https://apps.apple.com/app/id42?ct=product%2F42&pt=123&mt=8'
  );
});

test('a campaign’s name is as long as App Store Connect takes it', () => {
  const long = storeLink(listing, 'ios', null, { ...visit, link: { ...link, code: 'x'.repeat(31) } });
  assert.equal(long, `https://apps.apple.com/app/id42?ct=${'x'.repeat(30)}`);
});

test('a link leads to its own page in each store', () => {
  const ppid = '45812c9b-c296-43d3-c6a0-c5a02f74bf6e';
  const own = { query: null, link: { ...link, iosListing: ppid, androidListing: 'autumn' } };
  assert.equal(storeLink(listing, 'ios', null, own), `https://apps.apple.com/app/id42?ppid=${ppid}&ct=summer`);
  const play = new URL(storeLink(listing, 'android', 'abc', own) ?? '').searchParams;
  assert.equal(play.get('listing'), 'autumn');
  assert.match(play.get('referrer') ?? '', /^clickId=abc&/);
});

test('another store takes the place of both', () => {
  const own = { ...listing, storeUrl: '/store?lab=1' };
  assert.equal(
    storeLink(own, 'android', 'abc', null),
    '/store?lab=1&platform=android&id=test.shop&referrer=clickId%3Dabc'
  );
  assert.equal(storeLink({ ...own, storeUrl: '/store' }, 'ios', 'abc', null), '/store?platform=ios&id=42');
});
