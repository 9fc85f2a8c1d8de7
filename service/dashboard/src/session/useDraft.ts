import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sessionKey } from './requests.ts';

/** The values of forms that were open when the session ended. */
const drafts = new Map<string, unknown>();

/**
 * The state of a form. If the session ends before the form is sent, the values are there again for whoever signs in and
 * opens the form with the same id. So the id says who may see them: the role, the app and the form.
 */
export function useDraft<Values>(id: string, first: Values): [Values, (values: Values) => void] {
  const client = useQueryClient();
  const [values, setValues] = useState(() => (drafts.has(id) ? (drafts.get(id) as Values) : first));
  const latest = useRef(values);

  useEffect(() => {
    latest.current = values;
  }, [values]);

  useEffect(() => {
    drafts.delete(id);
    return () => {
      if (client.getQueryData(sessionKey) === null) drafts.set(id, latest.current);
    };
  }, [client, id]);

  return [values, setValues];
}
