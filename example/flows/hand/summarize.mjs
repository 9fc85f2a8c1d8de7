import { MAY_FAIL } from './readStories.mjs';

const outcomeOf = ({ hasPassed, tags }) => {
  if (hasPassed) return 'passed';
  return tags.includes(MAY_FAIL) ? 'failed, which it may' : '**failed**';
};

/** What the job shows: the row for example/device-checks.md, every story, and the device check's own report. */
export function summarize(played, result) {
  const report = result?.report ?? 'The device check sent no result.';
  return [
    '| date | phone | system | library | built with | passed | failed |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    report.split('\n').at(-1),
    '',
    '| story | |',
    '| --- | --- |',
    ...played.map((story) => `| ${story.name} | ${outcomeOf(story)} |`),
    '',
    '```text',
    report,
    '```',
    '',
  ].join('\n');
}
