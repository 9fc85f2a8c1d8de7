import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { valueOfRow } from '../report/names.ts';
import { breakdownQuery } from '../report/requests.ts';
import { useView } from '../report/view.ts';
import { TextField, type TextFieldProps } from '../ui/TextField.tsx';
import { moveDay } from '../ui/useDays.ts';

const SUGGESTED_DAYS = 90;

/** Suggests what had the most visitors lately, so that one campaign isn't counted under two spellings. */
export function SuggestingField({ by, ...rest }: TextFieldProps & { by: 'campaign' | 'source' | 'medium' | 'tag' }) {
  const { app } = useCurrentApp();
  const { view, today } = useView(app.timeZone);
  const days = { from: moveDay(today, 1 - SUGGESTED_DAYS), to: today };
  const [isAsked, setAsked] = useState(false);
  const { data } = useQuery({
    ...breakdownQuery({ app: app.id }, { ...view, days, filters: {}, isCompared: false }, by, 'visitors'),
    enabled: isAsked,
    retry: false,
  });
  const id = useId();
  return (
    <>
      <TextField {...rest} list={id} onFocus={() => setAsked(true)} />
      <datalist id={id}>
        {data?.rows
          .map((row) => valueOfRow(row, by))
          .filter((value) => value !== '')
          .map((value) => (
            <option key={value} value={value} />
          ))}
      </datalist>
    </>
  );
}
