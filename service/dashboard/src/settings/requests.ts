import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ShareWire } from '../../../src/routes/owner/shares.ts';
import type { DeliveryListWire, WebhookWire } from '../../../src/routes/owner/webhooks.ts';
import { request } from '../api/request.ts';

export type Webhook = WebhookWire;
export type NewWebhook = Pick<Webhook, 'url' | 'events' | 'names' | 'format'>;
export type Delivery = DeliveryListWire['deliveries'][number];
export type Share = ShareWire;
export type NewShare = Pick<Share, 'label' | 'filter' | 'expiresAt'>;

const PAGE_DELIVERIES = 10;

const webhookPath = (id: string) => `/api/webhooks/${encodeURIComponent(id)}`;

export const webhooksQuery = (app: string) =>
  queryOptions({
    queryKey: ['webhooks', app],
    queryFn: async ({ signal }) => (await request<{ webhooks: Webhook[] }>('/api/webhooks', { app, signal })).webhooks,
  });

export const deliveriesQuery = (app: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', app, 'deliveries', id],
    queryFn: ({ pageParam, signal }) =>
      request<DeliveryListWire>(`${webhookPath(id)}/deliveries`, {
        app,
        query: { limit: PAGE_DELIVERIES, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Everything about webhooks is asked again after a change of any of them. */
function useWebhookChange<Input, Answer extends object | undefined>(
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

export const usePauseWebhook = (app: string, id: string) =>
  useWebhookChange(app, (paused: boolean) =>
    request<Webhook>(webhookPath(id), { method: 'PATCH', app, body: { paused } })
  );

export const useDeleteWebhook = (app: string, id: string) =>
  useWebhookChange(app, () => request<undefined>(webhookPath(id), { method: 'DELETE', app }));

export const useRotateSecret = (app: string, id: string) =>
  useWebhookChange(app, () => request<{ secret: string }>(`${webhookPath(id)}/rotate`, { method: 'POST', app }));

export const useTestWebhook = (app: string, id: string) =>
  useWebhookChange(app, () => request<Delivery>(`${webhookPath(id)}/test`, { method: 'POST', app }));

export const useReplayDelivery = (app: string) =>
  useWebhookChange(app, (id: string) =>
    request<Delivery>(`/api/deliveries/${encodeURIComponent(id)}/replay`, { method: 'POST', app })
  );

export const sharesQuery = (app: string) =>
  queryOptions({
    queryKey: ['shares', app],
    queryFn: async ({ signal }) => (await request<{ shares: Share[] }>('/api/shares', { app, signal })).shares,
  });

export function useAddShare(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (share: NewShare) =>
      request<Share & { token: string }>('/api/shares', { method: 'POST', app, body: share }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['shares', app] }),
  });
}

export function useEndShare(app: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<undefined>(`/api/shares/${encodeURIComponent(id)}`, { method: 'DELETE', app }),
    onSettled: () => client.invalidateQueries({ queryKey: ['shares', app] }),
  });
}
