const COLUMNS = ['Killed', 'Timeout', 'Survived', 'NoCoverage'];
const SHORT = 60;

const short = (code) => {
  const line = code.replace(/\s+/g, ' ');
  return line.length > SHORT ? `${line.slice(0, SHORT)}…` : line;
};

function countOf(mutants) {
  const counts = COLUMNS.map((column) => mutants.filter(({ status }) => status === column).length);
  return { counts, score: (100 * (counts[0] + counts[1])) / mutants.length };
}

export const scoreOf = (mutants) => countOf(mutants).score;

/** A line for each file, for each folder and for all of src, and then the mutants that no test killed. */
export function report(mutants) {
  const groups = new Map([['src', mutants]]);
  for (const mutant of mutants) {
    const parts = mutant.file.split('/');
    for (let depth = 2; depth <= parts.length; depth++) {
      const name = parts.slice(0, depth).join('/');
      groups.set(name, [...(groups.get(name) ?? []), mutant]);
    }
  }
  const width = Math.max(...[...groups.keys()].map(({ length }) => length));
  const row = (name, cells) => name.padEnd(width) + cells.map((cell) => String(cell).padStart(12)).join('');
  const rows = [...groups].map(([name, group]) => {
    const { counts, score } = countOf(group);
    return row(name, [...counts, score.toFixed(1)]);
  });
  const survivors = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(
      ({ file, line, column, mutator, original, replacement, status }) =>
        `${file}:${line}:${column} ${mutator}${status === 'NoCoverage' ? ' (no coverage)' : ''}  ${short(original)} -> ${short(replacement)}`
    );
  return [row('', [...COLUMNS, 'Score']), ...rows, '', ...survivors].join('\n');
}
