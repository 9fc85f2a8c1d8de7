import { createServer } from 'node:net';

/** Ends the process with one line if the port can't be had. */
export function ensureFreePort(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => {
      console.error(
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use. Choose another with PORT, for example PORT=${Number(port) + 1}.`
          : `Port ${port} can't be opened: ${error.message}`,
      );
      process.exit(1);
    });
    probe.listen({ host: '127.0.0.1', port: Number(port) }, () => probe.close(resolve));
  });
}
