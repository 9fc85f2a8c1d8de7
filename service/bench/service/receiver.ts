import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Takes every webhook, in a process of its own.

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => {
  console.log(`Service at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
