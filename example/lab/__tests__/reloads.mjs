import { test } from 'node:test';

import { chooseStory, play, plays, untilNext, untilOver } from './plays.mjs';
import { lab } from './stage.mjs';

for (const [title, steps] of Object.entries(plays)) {
  test(`a reload after any step of “${title}” keeps the story, which can be played to its end`, async () => {
    await chooseStory(title);
    const texts = Object.keys(steps);
    for (const [index, text] of texts.entries()) {
      await untilNext(text);
      await lab.page.reload();
      await untilNext(text);
      await play(title, index, index + 1);
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
