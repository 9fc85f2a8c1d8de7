import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** Pauses after a connection is lost: short at first, then longer while the database is away. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * A network that drops everything closes no connection. An unanswered question shows that the connection is lost,
 * within the five seconds for which caches may be out of date.
 */
const ASK_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 2_000;

export interface NoticeListener {
  isListening: () => boolean;
  stop: () => Promise<void>;
}

interface NoticeOptions {
  newClient: () => Client;
  channel: string;
  onNotice: (text: string) => void;
  /** Called when the connection is new or lost, as notices may have been missed. */
  onGap: () => void;
}

/** Listens to the database's notices, on a connection of its own. */
export function listenForNotices({ newClient, channel, onNotice, onGap }: NoticeOptions): NoticeListener {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isListening = false;
  let current: Client | undefined;

  /** Listens until the connection ends; returns false if it couldn't connect. */
  async function listenOnce(): Promise<boolean> {
    const client = newClient();
    current = client;
    const lost = new Promise<void>((resolve) => client.on('error', () => resolve()).on('end', () => resolve()));
    client.on('notification', ({ payload }) => onNotice(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch {
      await client.end().catch(() => {});
      return false;
    }
    isListening = true;
    onGap();
    const question = { text: 'SELECT 1 /* still listening */', query_timeout: ANSWER_WITHIN_MS };
    const giveUp = () => {
      isListening = false;
      void client.end();
    };
    const questions = setInterval(() => void client.query(question).catch(giveUp), ASK_EVERY_MS);
    await lost;
    clearInterval(questions);
    isListening = false;
    onGap();
    await client.end().catch(() => {});
    return true;
  }

  async function listen(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      pauseMs = (await listenOnce()) ? FIRST_PAUSE_MS : Math.min(MAX_PAUSE_MS, pauseMs * 2);
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  const listening = listen();
  return {
    isListening: () => isListening,
    stop: async () => {
      stopping.abort();
      await current?.end().catch(() => {});
      await listening;
    },
  };
}
