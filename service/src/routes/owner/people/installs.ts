import { forgetInstall } from '../../../operations/deletions.ts';
import { findInstallStories } from '../../../storage/facts/people.ts';
import type { Door } from '../../doors/createDoor.ts';
import { authorOf } from '../../middleware/requireKey.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { MAX_INSTALL_ID_LENGTH } from '../../wire/installId.ts';
import { forgottenInstall, idParams, installSchema, installToWire } from '../../wire/person.ts';
import { problemBody, problemResponses } from '../../wire/problems.ts';

const params = idParams(MAX_INSTALL_ID_LENGTH);

const read = endpoint('get', '/api/installs/{id}', {
  summary: 'Show which link led to an install',
  request: { params },
  responses: { 200: json('What is known about the install', installSchema), ...problemResponses(404) },
});

const remove = endpoint('delete', '/api/installs/{id}', {
  summary: 'Forget an install: delete everything that can be traced to it',
  request: { params },
  responses: forgottenInstall,
});

export function serveInstalls(door: Door, { queries, clock }: Pick<ServiceParts, 'queries' | 'clock'>): void {
  door.openapi(read, async (c) => {
    const [story] = await findInstallStories(queries, c.get('app').id, [c.req.valid('param').id]);
    return story
      ? c.json(installToWire(story), 200)
      : c.json(problemBody('install_unknown', 'Nothing is known about an install with this id.'), 404);
  });

  door.openapi(remove, async (c) => {
    const outcome = await forgetInstall(queries, c.get('app').id, c.req.valid('param').id, authorOf(c, clock));
    const { installs: _, ...deleted } = outcome.deleted;
    return outcome.kind === 'done' ? c.json(deleted, 200) : c.json({ ...deleted, left: outcome.left }, 202);
  });
}
