import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { createHostFetch } from '../../src/server/createHostFetch.ts';
import { listen } from '../../src/server/listen.ts';

const within = (ms: number) => ({ headers: { 'x-asked': 'yes' }, signal: AbortSignal.timeout(ms) });

describe('an app’s host', () => {
  const server = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end();
    if (request.url === '/silent') return undefined;
    if (request.url === '/empty') return response.writeHead(204).end();
    const status = /^\/status\/(\d+)$/.exec(request.url ?? '')?.[1];
    if (status) return request.socket.end(`HTTP/1.1 ${status} Odd\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`);
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ host: request.headers.host, asked: request.headers['x-asked'] }));
  });
  let port = 0;
  before(async () => {
    const listening = await listen(server, '127.0.0.1', 0);
    assert.ok(listening.kind === 'listening');
    ({ port } = listening);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const lookedUp: string[][] = [];
  const fetchHost = createHostFetch((host, appId) => {
    lookedUp.push([host, appId]);
    if (host === 'dead.test') return new Promise(() => {});
    return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  });
  const ask = (path: string, ms = 5_000) => fetchHost(`http://go.test:${port}${path}`, within(ms), 'my-app');

  test('is looked up by the resolver that has a share for each app, and asked by its name', async () => {
    const answer = await ask('/');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/json');
    assert.deepEqual(await answer.json(), { host: `go.test:${port}`, asked: 'yes' });
    assert.deepEqual(lookedUp, [['go.test', 'my-app']]);
  });

  test('is not followed elsewhere, and may answer nothing', async () => {
    assert.equal((await ask('/moved')).status, 302);
    assert.equal((await ask('/empty')).status, 204);
  });

  for (const status of ['000', '101', '600', '999']) {
    test(`may answer with the status ${status}, which ends neither the process nor the wait`, async () => {
      await assert.rejects(ask(`/status/${status}`), new Error(`it answers with the status ${Number(status)}`));
    });
  }

  test('is given up in time, whether it or its name servers are silent', async () => {
    await assert.rejects(ask('/silent', 50));
    await assert.rejects(fetchHost(`http://dead.test:${port}/`, within(50), 'my-app'));
  });
});
