import { z } from '@hono/zod-openapi';
import { forgetUser, MAX_INSTALLS_OF_PERSON } from '../../../operations/deletions.ts';
import { findInstallsOfUsers, findInstallStories, isKnownUser } from '../../../storage/facts/people.ts';
import type { Door } from '../../doors/createDoor.ts';
import { authorOf } from '../../middleware/requireKey.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { forgottenUser, idParams, installSchema, installToWire } from '../../wire/person.ts';
import { problemBody, problemResponses } from '../../wire/problems.ts';
import { MAX_USER_ID_LENGTH } from '../../wire/schemas.ts';

/** No person has this many phones, but a user id that all guests share may. */
const MAX_SHOWN = 100;

const params = idParams(MAX_USER_ID_LENGTH);

const userSchema = z
  .object({
    id: z.string(),
    installs: z.array(installSchema).openapi({ description: `Most recently seen first; at most ${MAX_SHOWN}.` }),
    hasMore: z.boolean().openapi({ description: 'Whether other installs carry this user id, too.' }),
  })
  .openapi('User');

export type UserWire = z.output<typeof userSchema>;

const read = endpoint('get', '/api/users/{id}', {
  summary: 'Show which links led to the installs of a user',
  request: { params },
  responses: { 200: json('The installs whose events carry this user id', userSchema), ...problemResponses(404) },
});

const remove = endpoint('delete', '/api/users/{id}', {
  summary: 'Forget a user: delete their events, their installs, and everything that can be traced to those',
  request: {
    params,
    query: z.object({
      confirm: z.coerce
        .number()
        .int()
        .optional()
        .openapi({
          description: `How many installs may be deleted; needed if there are more than ${MAX_INSTALLS_OF_PERSON}.`,
        }),
    }),
  },
  responses: { ...forgottenUser, ...problemResponses(409) },
});

export function serveUsers(door: Door, { queries, clock }: Pick<ServiceParts, 'queries' | 'clock'>): void {
  door.openapi(read, async (c) => {
    const appId = c.get('app').id;
    const { id } = c.req.valid('param');
    const installs = await findInstallsOfUsers(queries, appId, [id], MAX_SHOWN + 1);
    if (installs.length === 0 && !(await isKnownUser(queries, appId, id))) {
      return c.json(problemBody('user_unknown', 'No event carries this user id.'), 404);
    }
    const ids = installs.sort((one, other) => other.lastSeen - one.lastSeen).map((install) => install.id);
    const stories = await findInstallStories(queries, appId, ids.slice(0, MAX_SHOWN));
    return c.json({ id, installs: stories.map(installToWire), hasMore: ids.length > MAX_SHOWN }, 200);
  });

  door.openapi(remove, async (c) => {
    const { confirm = null } = c.req.valid('query');
    const outcome = await forgetUser(queries, c.get('app').id, c.req.valid('param').id, confirm, authorOf(c, clock));
    if (outcome.kind === 'done') return c.json(outcome.deleted, 200);
    if (outcome.kind === 'unfinished') return c.json({ ...outcome.deleted, left: outcome.left }, 202);
    const { length: count } = outcome.installs;
    const message = `${count} installs carry this user id: all guests may share it, or somebody may have faked installs. To delete them all, repeat the request with ?confirm=${count}.`;
    const error = {
      ...problemBody('many_installs', message).error,
      count,
      installs: outcome.installs.slice(0, MAX_SHOWN),
    };
    return c.json({ error }, 409);
  });
}
