import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pageHeaders } from '../../../../src/routes/public/landing/pageHeaders.ts';

test('the policy allows the link’s image alone, whatever its address', async () => {
  const directives = (policy: string) => policy.split(';').map((each) => each.trim().split(' '));
  const plain = directives((await pageHeaders())['Content-Security-Policy']);
  await fc.assert(
    fc.asyncProperty(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary' }), async (url, tail) => {
      const imageUrl = `${url}${tail}`;
      const policy = (await pageHeaders({ imageUrl }))['Content-Security-Policy'];
      assert.match(policy, /^[\x20-\x7e]*$/);
      assert.ok(!policy.includes(','));
      const [images, ...others] = directives(policy);
      assert.deepEqual(others, plain.slice(1));
      assert.deepEqual(images?.slice(0, 3), ['img-src', "'self'", 'data:']);
      assert.ok((images?.length ?? 0) <= 4);
      if (images?.[3]) assert.equal(new URL(images[3]).origin, new URL(imageUrl).origin);
    })
  );
  const { 'Content-Security-Policy': policy } = await pageHeaders({ imageUrl: 'https://cdn.test/a,b;c.png?x=1' });
  assert.match(policy, /^img-src 'self' data: https:\/\/cdn\.test\/a%2Cb%3Bc\.png; /);
});
