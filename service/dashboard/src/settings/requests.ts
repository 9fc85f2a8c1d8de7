import { infiniteQueryOptions } from '@tanstack/react-query';
import type { DeliveryListWire } from '../../../src/routes/owner/webhooks.ts';
import { request } from '../api/request.ts';
import { useWebhookChange, type Webhook } from '../apps/webhooks.ts';

export type Delivery = DeliveryListWire['deliveries'][number];

const PAGE_DELIVERIES = 10;

const webhookPath = (id: string) => `/api/webhooks/${encodeURIComponent(id)}`;

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
