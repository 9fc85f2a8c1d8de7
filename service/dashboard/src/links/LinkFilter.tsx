import { useRef, useState, type SubmitEvent } from 'react';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useAddress } from '../ui/useAddress.ts';
import type { LinkSelection } from './requests.ts';
import { SuggestingField } from './SuggestingField.tsx';

const NAMES = ['campaign', 'source', 'tag', 'disabled', 'createdFrom', 'createdTo', 'sort'] as const;

const STATES = { '': 'All', false: 'Not disabled', true: 'Disabled' };

/** For screens without room for the column headings, which sort elsewhere. */
const SORTS = {
  '': 'Created, newest first',
  name: 'Name',
  visitors: 'Visitors',
  installs: 'Installs',
  buyers: 'Buyers',
  revenue: 'Revenue',
} satisfies Record<Exclude<LinkSelection['sort'], 'created'> | '', string>;

/** Chooses what the list of links shows. The choice is kept in the address. */
export function LinkFilter() {
  const { params, set } = useAddress();
  const menu = useRef<HTMLDetailsElement>(null);
  const address = JSON.stringify(NAMES.map((name) => params.get(name) ?? ''));
  const read = () => Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? '']));
  const [values, setValues] = useState(read);
  const [shown, setShown] = useState(address);
  if (shown !== address) {
    setShown(address);
    setValues(read());
  }
  const chosen = NAMES.filter((name) => name !== 'sort' && params.has(name)).length;
  const field = (name: (typeof NAMES)[number]) => ({
    value: values[name] ?? '',
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  });
  const apply = (given: Readonly<Record<string, string>>) => {
    set(Object.fromEntries(NAMES.map((name) => [name, given[name]?.trim() || null])));
    if (menu.current) menu.current.open = false;
    menu.current?.querySelector('summary')?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    apply(values);
  };
  return (
    <details
      ref={menu}
      className="menu"
      onKeyDown={(event) => event.key === 'Escape' && menu.current && (menu.current.open = false)}
    >
      <summary className="button quiet small">
        Filter<span className="link-sort"> and sort</span>
        {chosen > 0 && ` (${chosen})`}
      </summary>
      <form className="menu-body link-filter" onSubmit={submit}>
        <SuggestingField by="campaign" label="Campaign" {...field('campaign')} />
        <SuggestingField by="source" label="Source" {...field('source')} />
        <SuggestingField by="tag" label="Tag" {...field('tag')} />
        <SelectField label="State" options={STATES} {...field('disabled')} />
        <TextField label="Created from" type="date" {...field('createdFrom')} />
        <TextField label="Created until" type="date" {...field('createdTo')} />
        <div className="link-sort">
          <SelectField label="Sort by" options={SORTS} {...field('sort')} />
        </div>
        <div className="form-buttons">
          <button type="submit" className="button small">
            Show these links
          </button>
          <button type="button" className="button quiet small" onClick={() => apply({})}>
            Clear
          </button>
        </div>
      </form>
    </details>
  );
}
