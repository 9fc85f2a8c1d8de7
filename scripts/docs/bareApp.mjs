import { checkCopies } from '../checkWeb.mjs';
import { withApp } from '../createApp.mjs';
import { step } from '../run.mjs';

/** The guide that these apps follow. */
export const PAGE = 'docs/bare-react-native.md';

/** What the template's package.json asks for; React Native 0.87 doesn't start on less. */
const NODE = '22';

/** The files of a bundle. Metro of React Native 0.87 writes a map for each of them. */
const findSources = (map) => (map.sections ?? [{ map }]).flatMap((section) => section.map.sources);

/** Runs `work` with a new app from React Native's own template. */
export function withBareApp(version, options, work) {
  const template = `@react-native-community/template@${version}`;
  return withApp({ template, inside: 'package/template', node: NODE, ...options }, work);
}

/** Writes the guide's root. */
export const wrapRoot = (app, pages) =>
  step('App.tsx, type-checked and rendered by the template’s own test', () => {
    app.write('App.tsx', pages.samples(PAGE, 'tsx')[0]);
    app.exec('tsc', ['--noEmit']);
    app.test();
  });

/** Bundles the app as for a release, with one copy of the library and of React. */
export async function bundleBareApp(app) {
  for (const platform of ['android', 'ios']) {
    await step(`bundle for ${platform}`, () => {
      const output = ['--bundle-output', `${platform}.jsbundle`, '--sourcemap-output', `${platform}.map`];
      const args = ['bundle', '--platform', platform, '--dev', 'false', '--entry-file', 'index.js', ...output];
      app.exec('react-native', args, { isQuiet: true });
      if (!app.read(`${platform}.jsbundle`).includes('match-link')) throw new Error('The library is not in it.');
      const sources = findSources(JSON.parse(app.read(`${platform}.map`)));
      checkCopies(sources);
      const reacts = sources.filter((file) => file.endsWith('/node_modules/react/index.js'));
      if (reacts.length !== 1) throw new Error(`The bundle holds ${reacts.length} copies of React, not one.`);
    });
  }
}
