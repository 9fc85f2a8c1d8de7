import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sessionKey } from '../api/session.ts';
import { useCurrentApp } from './currentApp.ts';

/** What stood in forms when the session ended, by who may see it. */
const drafts = new Map<string, unknown>();

/**
 * The state of a form. If the session ends before the form is sent, the values are there again for whoever signs in to
 * the same app in the same role.
 */
export function useDraft<Values>(name: string, first: Values): [Values, (values: Values) => void] {
  const { app, role } = useCurrentApp();
  const client = useQueryClient();
  const id = `${role} ${app.id} ${name}`;
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
