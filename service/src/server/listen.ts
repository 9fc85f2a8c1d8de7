import type { Server } from 'node:http';

type Listening = { kind: 'listening'; port: number; address: string } | { kind: 'failed'; reason: string };

/** Listens on a port; a failure has a reason in words. */
export function listen(server: Server, host: string, port: number): Promise<Listening> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use. Choose another with PORT, for example PORT=${port + 1}.`
          : `Port ${port} can't be opened: ${error.message}`;
      resolve({ kind: 'failed', reason });
    });
    server.listen(port, host, () => {
      const bound = server.address();
      resolve({ kind: 'listening', ...(typeof bound === 'object' && bound ? bound : { port, address: host }) });
    });
  });
}
