import { openFullShop } from './openFullShop.ts';
const d = await openFullShop();
for (const w of [721, 768, 1000]) for (const q of ['days=90', 'days=90&by=campaign']) {
  const { page, close } = await d.signedIn(w, 'light', '/cohorts?' + q);
  await page.getByRole('table').first().waitFor();
  await page.waitForTimeout(500);
  console.log(w, q, await page.evaluate(`[...document.querySelectorAll('.cohorts, .cohorts *')].filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === 'auto').map(e => e.className + ' ' + e.scrollWidth + '>' + e.clientWidth)`));
  if (w === 768) await page.screenshot({ path: '/tmp/cohorts' + q.length + '.png' });
  await close();
}
await d.close();
