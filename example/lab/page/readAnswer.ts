import type { Episode } from '../state/LabState';

/** The parts of the service's answers that the lab shows. */
interface Answer {
  link?: string;
  url?: string;
  match?: { by: 'clickId' | 'clipboard' | 'fingerprint'; confidence: number };
}

/** The last answer of an endpoint in an episode, if it held what was asked for. */
export function readAnswer({ requests }: Episode, endpoint: string): Answer | null {
  const end = requests.findLast(({ path }) => path.endsWith(`/${endpoint}`))?.end;
  if (end?.kind !== 'answered' || end.status !== 200) return null;
  try {
    return JSON.parse(end.body) as Answer;
  } catch {
    return null;
  }
}
