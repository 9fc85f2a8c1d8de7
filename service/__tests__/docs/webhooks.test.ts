import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret } from '../../src/values/createSigner.ts';
import { WEBHOOK_EVENTS } from '../../src/values/webhookEvents.ts';
import { fillFolder } from '../support/openMemory.ts';
import { receiveWebhooks } from '../support/receiveWebhooks.ts';
import { callCommand, runService } from '../support/runService.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

const PAGE = new URL('../../../docs/webhooks.md', import.meta.url);

test('docs/webhooks.md lists every event, and no other', async () => {
  const listed = (await readFile(PAGE, 'utf8')).matchAll(/^\| `(\w+\.\w+)` \|/gm);
  assert.deepEqual(
    [...listed].map(([, name]) => name),
    WEBHOOK_EVENTS
  );
});

// The command of docs/webhooks.md, as it stands there, but for the address.
test('the command for Slack sends purchases as a message that Slack takes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'webhooks-slack-'));
  const environment = {
    PORT: '0',
    DATA_FOLDER: join(folder, 'data'),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW: '127.0.0.0/8',
  };
  await fillFolder(environment.DATA_FOLDER);
  const slack = await receiveWebhooks((response) => response.end('ok'));
  const service = runService([], environment);
  try {
    const [, origin = ''] = await service.says(/Service at (\S+)\n/);
    const app = await callCommand(['apps', 'add', '--id', 'my-app', '--name', 'My App'], environment);
    const key = /sk_[\w-]{32}/.exec(app.text)?.[0] ?? '';
    const command =
      /npm run service -- (webhooks add .* --format slack)\n/.exec(await readFile(PAGE, 'utf8'))?.[1] ?? '';
    const words = command.split(' ').map((word) => (word.startsWith('https://hooks.slack.com/') ? slack.url : word));
    assert.ok(words.includes(slack.url));
    assert.match((await callCommand(words, environment)).text, /^Secret: whsec_/);
    const timestamp = new Date().toISOString();
    const order = { id: 'order-1', name: 'purchase', userId: 'u1', timestamp, data: { note: '<b>&' } };
    const stored = await fetch(`${origin}/api/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'x-app-id': 'my-app', 'content-type': 'application/json' },
      body: JSON.stringify({ events: [{ ...order, id: 'view-1', name: 'view_item' }, order] }),
    });
    assert.equal(((await stored.json()) as { accepted: number }).accepted, 2);
    while (slack.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const [{ headers, body } = { headers: {}, body: '' }] = slack.received;
    assert.equal(headers['content-type'], 'application/json');
    const message = JSON.parse(body) as { text: string };
    assert.deepEqual(Object.keys(message), ['text']);
    assert.match(message.text, /^\*event\.recorded\*\nid: order-1\nname: purchase\ndata: .*&lt;b&gt;&amp;/);
  } finally {
    slack.close();
    service.child.kill('SIGINT');
    await service.ended;
    await rm(folder, { recursive: true });
  }
});

// The code of docs/webhooks.md, as it stands there, in a process of its own.
describe('the receiver of docs/webhooks.md', () => {
  let folder = '';
  let page = '';
  const closing: (() => void)[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
    await symlink(MODULES, join(folder, 'node_modules'));
    page = await readFile(PAGE, 'utf8');
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
