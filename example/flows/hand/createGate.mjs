import { connect, createServer } from 'node:net';

/**
 * Stands between the phone and the service, because neither a simulator nor `adb reverse` can be cut off. Closed, it
 * refuses connections, as a phone without network does. Held, it takes requests and answers none.
 */
export function createGate(port) {
  const sockets = new Set();
  const held = [];
  let target = 0;
  let state = 'closed';
  let server;

  function join(socket) {
    const service = connect(target, '127.0.0.1');
    for (const side of [socket, service]) {
      sockets.add(side);
      side.on('error', () => {}).on('close', () => (sockets.delete(side), socket.destroy(), service.destroy()));
    }
    socket.pipe(service).pipe(socket);
  }

  const take = (socket) => {
    if (state === 'open') join(socket);
    else held.push(socket.on('error', () => {}));
  };

  async function close() {
    for (const socket of [...sockets, ...held.splice(0)]) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
    server = undefined;
    state = 'closed';
  }

  async function turn(next) {
    await close();
    state = next;
    server = createServer(take);
    await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  }

  return {
    leadTo(address) {
      target = Number(new URL(address).port);
    },
    open: () => turn('open'),
    hold: () => turn('held'),
    close,
    countHeld: () => held.length,
  };
}
