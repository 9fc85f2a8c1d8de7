import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WebhookWire } from '../../../src/routes/owner/webhooks.ts';
import { request } from '../api/request.ts';

export type Webhook = WebhookWire;
export type NewWebhook = Pick<Webhook, 'url' | 'events' | 'names' | 'format'>;

export const webhooksQuery = (app: string) =>
  queryOptions({
    queryKey: ['webhooks', app],
    queryFn: async ({ signal }) => (await request<{ webhooks: Webhook[] }>('/api/webhooks', { app, signal })).webhooks,
  });

/** After a change of any webhook, everything about webhooks is loaded again. */
export function useWebhookChange<Input, Answer extends object | undefined>(
  app: string,
  ask: (input: Input) => Promise<Answer>
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks', app] }),
  });
}

export const useAddWebhook = (app: string) =>
  useWebhookChange(app, (webhook: NewWebhook) =>
    request<Webhook & { secret: string }>('/api/webhooks', { method: 'POST', app, body: webhook })
  );
