import { execFileSync } from 'node:child_process';
import { measureLogEvent } from './events.mjs';
import { measureLaunches } from './launch.mjs';
import { measureParsers } from './parser.mjs';
import { MAX_MAIN_BYTES } from '../scripts/checkBudgets.mjs';
import { measureMetro } from './metro.mjs';
import { measureSize } from './size.mjs';
import { ROOT } from './tools.mjs';

// Prints one table of ratios, with the goal beside each. Both sides of each ratio are measured in this run.

const rows = [];
const row = (what, ours, against, ratio, goal) => rows.push({ what, ours, against, ratio, goal });
const ms = (value) => `${value.toFixed(1)} ms`;
const ratio = (a, b) => (a / b).toFixed(2);

function printTable() {
  const columns = ['what', 'ours', 'against', 'ratio', 'goal'];
  const widths = columns.map((name) => Math.max(name.length, ...rows.map((entry) => String(entry[name]).length)));
  const line = (entry) => columns.map((name, i) => String(entry[name]).padEnd(widths[i])).join('  ');
  console.log(`\n${line(Object.fromEntries(columns.map((name) => [name, name])))}`);
  for (const entry of rows) console.log(line(entry));
}

// `npm run bench -- lab` measures the page alone. It needs `npm ci` in example/.
if (process.argv.includes('lab')) {
  const { measureLab } = await import('./lab.mjs');
  const { bytes, first, again } = await measureLab();
  row('the lab, all files, gzip', `${(bytes / 1e6).toFixed(1)} MB`, '', '', '≤ 15 MB');
  row('first visit: a story is clicked', ms(first.clicked), '', '', '≤ 3000 ms');
  row('  a landing page is shown', ms(first.answered), '', '', '');
  row('next visit: a story is clicked', ms(again.clicked), '', '', '');
  row('  a landing page is shown', ms(again.answered), '', '', '');
  printTable();
  process.exit(0);
}

// The release bundles hold the built library.
execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });

console.log('Size…');
const size = await measureSize();
row(
  'main entry, min + gzip',
  `${size.ours} B`,
  `${size.peer} B (peer)`,
  ratio(size.ours, size.peer),
  `≤ ${MAX_MAIN_BYTES} B`
);

console.log('Release bundles…');
const metro = await measureMetro();
// `scripts/checkBudgets.mjs` has a goal for it, without React Native.
row('release bundle by Metro: the library', `${metro.share} B`, '', '', '');
for (const [name, bytes] of Object.entries(metro.packages)) row(`  ${name}`, `${bytes} B`, '', '', '');
row('  with all native packages', `${metro.all} B`, `${metro.peer} B (peer)`, ratio(metro.all, metro.peer), '≤ 0.76');
const { expo } = metro;
row('  with Expo’s modules, and storage', `${expo.ours} B`, `${expo.peer} B (peer)`, ratio(expo.ours, expo.peer), '');

console.log('Launches…');
for (const { scenario, isLater, sendsUserAgent, floor, ours, peer } of await measureLaunches()) {
  const goal = isLater ? '≤ 1.10' : '≤ 1.05';
  row(`${scenario}: mount to processed`, ms(ours.ms), `${ms(floor.ms)} (floor)`, ratio(ours.ms, floor.ms), goal);
  if (sendsUserAgent) row('', ms(ours.ms), `${ms(peer.ms)} (peer, without a user agent)`, ratio(ours.ms, peer.ms), '');
  else row('', ms(ours.ms), `${ms(peer.ms)} (peer)`, ratio(ours.ms, peer.ms), '≤ 1');
  row('  renders of a consumer', ours.renders, `${peer.renders} (peer)`, ratio(ours.renders, peer.renders), '≤ 1');
  const work = ({ read, write, request }) => `${read} / ${write} / ${request}`;
  row('  storage reads / writes / requests', work(ours), `${work(peer)} (peer)`, '', '');
}

console.log('Parsers…');
const parsers = await measureParsers();
const perSecond = (value) => `${Math.round(value / 1000)}k/s`;
row(
  'links to routes',
  perSecond(parsers.ours),
  `${perSecond(parsers.node)} (Node URL)`,
  ratio(parsers.ours, parsers.node),
  ''
);
row(
  '',
  perSecond(parsers.ours),
  `${perSecond(parsers.reactNative)} (React Native URL)`,
  ratio(parsers.ours, parsers.reactNative),
  ''
);

console.log('Events…');
const { calls, burst, trickle, flushes, floorNs } = await measureLogEvent();
const ns = (value) => `${Math.round(value)} ns`;
for (const [count, cost] of Object.entries(calls)) {
  row(`logEvent, each of ${count}`, ns(cost), `${ns(floorNs)} (its JSON alone)`, ratio(cost, floorNs), '');
}
row('10,000 at once: caller', ms(burst.callerMs), '', '', '');
row(
  '  longest turn afterwards',
  ms(burst.longestTurnMs),
  '16.7 ms (a frame)',
  ratio(burst.longestTurnMs, 1000 / 60),
  '≤ 1'
);
row('  storage writes', burst.writes, '', '', '');
const us = ({ usPerEvent }) => `${usPerEvent.toFixed(1)} µs`;
row(
  'one by one and stored, each of 10,000',
  us(trickle[10_000]),
  `${us(trickle[100])} (of 100)`,
  ratio(trickle[10_000].usPerEvent, trickle[100].usPerEvent),
  '≈ 1'
);
for (const [count, flush] of Object.entries(flushes)) {
  row(`logged and delivered, each of ${count}`, us(flush), '', '', `${flush.requests} requests`);
}

printTable();
process.exit(0);
