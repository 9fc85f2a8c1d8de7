import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret } from '../../src/values/signWebhook.ts';
import { receiveWebhooks } from '../support/receiveWebhooks.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

// The code of docs/webhooks.md, as it stands there, in a process of its own.
describe('the receiver of docs/webhooks.md', () => {
  let folder = '';
  let page = '';
  const closing: (() => void)[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
    await symlink(MODULES, join(folder, 'node_modules'));
    page = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
  });
  after(async () => {
    closing.forEach((close) => close());
    await rm(folder, { recursive: true });
  });

  const block = (name: string) => new RegExp(`\`\`\`js ${name}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

  /** The receiver with a handler of the page, and a way to send it a webhook. */
  async function start(name: string, handler: string, environment: Record<string, string>) {
    const receiver = block('receiver');
    assert.ok(receiver.includes('async function handle'));
    const code =
      handler === '' ? receiver : `${receiver.slice(0, receiver.indexOf('async function handle'))}${handler}`;
    // It says which port it got.
    const announced = code.replace(
      '.listen(Number(process.env.PORT));',
      '.listen(0, "127.0.0.1", function () { console.log("port", this.address().port); });'
    );
    assert.notEqual(announced, code);
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, announced);
    const secret = newSigningSecret();
    const child = spawn(process.execPath, [file], { env: { WEBHOOK_SECRET: secret, ...environment } });
    closing.push(() => child.kill());
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    while (!/port \d+/.test(output)) {
      assert.equal(child.exitCode, null);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const port = /port (\d+)/.exec(output)?.[1];
    const send = async (body: string, id = 'msg_1', signedBy = secret) => {
      const now = new Date();
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(signedBy).sign(id, now, body),
      };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    };
    return { send, output: () => output };
  }

  const DATA = {
    id: 'order-1',
    name: 'purchase',
    userId: 'u1',
    installId: 'i1',
    occurredAt: '2026-01-01T12:00:00.000Z',
  };
  const BODY = JSON.stringify({ type: 'event.recorded', timestamp: '2026-01-01T12:00:01.000Z', data: DATA });

  test('takes what is signed, once, and refuses the rest', async () => {
    const { send, output } = await start('receiver', '', {});
    assert.equal(await send(BODY), 204);
    assert.equal(await send(BODY), 204);
    assert.equal(await send(BODY, 'msg_2', newSigningSecret()), 401);
    assert.equal(output().match(/msg_1 event\.recorded/g)?.length, 1);
    assert.ok(!output().includes('msg_2'));
  });

  test('passes events on to Segment', async () => {
    const fake = await receiveWebhooks((response) => response.end('{"success":true}'));
    closing.push(fake.close);
    const environment = { SEGMENT_URL: new URL(fake.url).origin, SEGMENT_WRITE_KEY: 'write' };
    const { send } = await start('segment', block('segment'), environment);
    assert.equal(await send(BODY), 204);
    assert.equal(fake.received[0]?.headers.authorization, `Basic ${btoa('write:')}`);
    assert.deepEqual(JSON.parse(fake.received[0]?.body ?? ''), {
      userId: 'u1',
      event: 'purchase',
      properties: DATA,
      timestamp: DATA.occurredAt,
      messageId: 'msg_1',
    });
    fake.answerWith((response) => response.writeHead(500).end());
    assert.equal(await send(BODY, 'msg_2'), 500);
  });

  test('passes events on to PostHog', async () => {
    const fake = await receiveWebhooks((response) => response.end('{"status":1}'));
    closing.push(fake.close);
    const { send } = await start('posthog', block('posthog'), {
      POSTHOG_URL: new URL(fake.url).origin,
      POSTHOG_KEY: 'phc',
    });
    assert.equal(await send(BODY), 204);
    assert.deepEqual(JSON.parse(fake.received[0]?.body ?? ''), {
      api_key: 'phc',
      event: 'purchase',
      distinct_id: 'u1',
      properties: { ...DATA, $insert_id: 'msg_1' },
      timestamp: DATA.occurredAt,
    });
  });
});
