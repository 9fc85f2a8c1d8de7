import { z } from '@hono/zod-openapi';
import { resealSecrets } from '../../operations/webhooks/webhooks.ts';
import { listApps } from '../../storage/company/apps.ts';
import type { Door } from '../doors/createDoor.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { endpoint, json } from '../wire/endpoint.ts';
import { problemBody, problemResponses } from '../wire/problems.ts';

const resealedSchema = z
  .object({
    resealed: z.int(),
    unreadable: z.int().openapi({ description: 'Secrets that no key of SECRETS_KEY can read.' }),
  })
  .openapi('ResealedSecrets');

export type ResealedWire = z.output<typeof resealedSchema>;

const rotate = endpoint('post', '/api/secrets/rotate', {
  summary: 'Encrypt all secrets with the first key of SECRETS_KEY; then you can remove the others',
  responses: { 200: json('Encrypted again', resealedSchema), ...problemResponses(409) },
});

export function serveSecrets(
  door: Door,
  { queries, webhooks: { secrets } }: Pick<ServiceParts, 'queries' | 'webhooks'>
): void {
  door.openapi(rotate, async (c) => {
    if (!secrets.isReady) return c.json(problemBody('secrets_key_missing', 'SECRETS_KEY is not set.'), 409);
    const apps = await listApps(queries);
    return c.json(
      await resealSecrets(
        queries,
        secrets,
        apps.map(({ id }) => id)
      ),
      200
    );
  });
}
