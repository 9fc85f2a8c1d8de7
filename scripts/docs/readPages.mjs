import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../library.mjs';

/** The first needs Docker. Of the second, the blocks run whose first line says that they are checked. */
const HOSTING = ['docs/hosting.md', 'docs/hosting-by-hand.md'];

/** Its samples are files of one app. */
export const EXPO_ROUTER = 'docs/expo-router.md';

/** README and guides. */
export const PAGES = [
  'README.md',
  'service/README.md',
  'example/README.md',
  'example/device-checks.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** A block may have a name, behind its language or in a comment. */
const BLOCK = /^```(\w*)(?: (\w+))?\n(?:# checked: (.+)\n)?([\s\S]*?)^```$/gm;

/** Commands that need a phone, a simulator, an SDK or a Mac. */
const NEEDS_MORE = /\b(adb|xcrun|pod install|expo run|uri-scheme)\b/;

/** The commands that a person types, without comments and without those that not every machine can run. */
function readCommands(text) {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of lines.filter((line) => NEEDS_MORE.test(line))) console.log(`Not tried here: ${line}`);
  return lines.filter((line) => !NEEDS_MORE.test(line));
}

/** All fenced blocks of README and guides. Blocks that are taken are noted, so that none with commands is forgotten. */
export function readPages() {
  const blocks = PAGES.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    return [...text.matchAll(BLOCK)].map(([, language, label, checked, content]) => {
      const isToRun = checked !== undefined || (language === 'sh' && !HOSTING.includes(page));
      return { page, language, name: label ?? checked, content, isToRun };
    });
  });
  const untaken = new Set(blocks.filter(({ isToRun }) => isToRun));

  return {
    /** The samples of a page in a language, from top to bottom. */
    samples: (page, language) =>
      blocks.filter((block) => block.page === page && block.language === language).map(({ content }) => content),

    /** The TypeScript samples as files of one folder, those that need Expo or the others, without EXPO_ROUTER's app. */
    files: ({ isExpo }) =>
      blocks
        .filter(({ page, language }) => /^tsx?$/.test(language) && page !== EXPO_ROUTER)
        .map(({ page, language, content }, i) => ({ name: `${page.replaceAll(/\W/g, '-')}-${i}.${language}`, content }))
        .filter(({ content }) => /from 'expo-/.test(content) === isExpo),

    /** The commands of the block that has this text. */
    takeCommands(page, text) {
      const block = blocks.find(
        (block) => block.page === page && block.language === 'sh' && block.content.includes(text)
      );
      if (!block) throw new Error(`${page} has no commands with “${text}”: scripts/docs has to follow the page.`);
      untaken.delete(block);
      return readCommands(block.content);
    },

    /** The block of a page that has this name, as it stands. */
    take(page, name) {
      const [block, ...more] = blocks.filter((block) => block.page === page && block.name === name);
      if (!block || more.length > 0) throw new Error(`${page} has ${more.length + (block ? 1 : 0)} blocks “${name}”.`);
      untaken.delete(block);
      return block.content;
    },

    /** What is still to run: of a page, or of all. */
    untaken: (page) => [...untaken].filter((block) => page === undefined || block.page === page),
  };
}

/** The command with which a guide installs the library, for a tarball of it. */
export const fromTarball = (command, tarball) =>
  command.replace('react-native-deferred-link', `react-native-deferred-link@file:${tarball}`);
