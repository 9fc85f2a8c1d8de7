import { test } from 'node:test';

import { chooseStory, nextStep, over, plays, untilOver } from './plays.mjs';
import { lab } from './stage.mjs';

/** Waits for a step. A reload starts the app again, which may do the rest of a story by itself. */
async function isNext(text) {
  await nextStep(text).or(over()).first().waitFor();
  return nextStep(text).isVisible();
}

for (const [title, steps] of Object.entries(plays)) {
  test(`a reload after any step of “${title}” keeps the story, which can be played to its end`, async () => {
    await chooseStory(title);
    for (const [text, run] of Object.entries(steps)) {
      if (!(await isNext(text))) break;
      await lab.page.reload();
      if (await isNext(text)) await run();
    }
    await untilOver();
    await lab.page.reload();
    await untilOver();
  });
}

test('a reload without a story keeps both phones', async () => {
  await lab.look('Ben');
  await lab.choose('System', 'iOS');
  await lab.choose('Network', 'Slow');
  await lab.press('Home');
  await lab.page.reload();
  await lab.page.getByRole('main', { name: 'Ben’s phone' }).waitFor();
  await lab.bench.getByRole('radio', { name: 'iOS', checked: true }).waitFor();
  await lab.bench.getByRole('radio', { name: 'Slow', checked: true }).waitFor();
  await lab.press('App Store');
});
