import { createServer } from 'node:net';

const HIGHEST_PORT = 65_535;

function fail(line) {
  console.error(line);
  process.exit(1);
}

/** Ends the process with a one-line message if the port can't be used. */
export async function ensureFreePort(text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT) {
    fail(`PORT is ${text}; it must be a number up to ${HIGHEST_PORT}.`);
  }
  await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => {
      fail(
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use. Choose another with PORT, for example PORT=${port + 1}.`
          : `Port ${port} can't be opened: ${error.message}`
      );
    });
    probe.listen({ host: '127.0.0.1', port }, () => probe.close(resolve));
  });
}
