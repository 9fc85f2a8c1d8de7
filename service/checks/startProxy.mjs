import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createShell } from '../../scripts/createShell.mjs';
import { freePort } from '../../scripts/freePort.mjs';
import { run } from '../../scripts/run.mjs';

/** Replaces texts, each of which must be there. */
function replaceAll(text, replacements) {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The nginx block of docs/hosting-by-hand.md has no “${from}”.`);
    return result.replaceAll(from, to);
  }, text);
}

/**
 * Starts nginx with the page's own configuration, on free ports. In front of it a small server plays the internet, so
 * that visitors come from any address: nginx learns the address by the PROXY protocol, as from a load balancer. `ports`
 * are the page's ports of the service, and those that take their place.
 */
export async function startProxy(folder, configuration, { host, ports }) {
  mkdirSync(folder);
  const at = (name) => join(folder, name);
  run(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj']
      .concat(`/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`)
      .concat('-keyout', at('key.pem'), '-out', at('certificate.pem')),
    { isQuiet: true }
  );

  const [plainPort, tlsPort] = [await freePort(), await freePort()];
  const server = replaceAll(configuration, {
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen 443 ssl;': `listen 127.0.0.1:${tlsPort} ssl proxy_protocol;`,
    [`/etc/letsencrypt/live/${host}/fullchain.pem`]: at('certificate.pem'),
    [`/etc/letsencrypt/live/${host}/privkey.pem`]: at('key.pem'),
    ...Object.fromEntries(
      Object.entries(ports).map(([from, to]) => [`server 127.0.0.1:${from} `, `server 127.0.0.1:${to} `])
    ),
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at(name)};`
  );
  writeFileSync(
    at('nginx.conf'),
    `daemon off;
pid ${at('nginx.pid')};
error_log stderr notice;
events {}
http {
access_log off;
${temporary.join('\n')}
set_real_ip_from 127.0.0.1;
real_ip_header proxy_protocol;
${server}
}
`
  );
  // Debian keeps nginx in a folder that only root has in its path.
  const shell = createShell({ ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }, folder);
  const nginx = await shell.stay(`exec nginx -p . -e stderr -c ${at('nginx.conf')}`, /start worker process/);

  let visitor = '203.0.113.7';
  const internet = createServer((client) => {
    const upstream = connect(tlsPort, '127.0.0.1');
    upstream.write(`PROXY TCP4 ${visitor} 127.0.0.1 40000 443\r\n`);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise((resolve) => internet.listen(0, '127.0.0.1', resolve));

  return {
    plainPort,
    tlsPort: internet.address().port,
    certificate: at('certificate.pem'),
    /** For `ask`. */
    server: { host, port: internet.address().port, ca: readFileSync(at('certificate.pem')) },
    /** From now on all visitors come from this address. */
    comeFrom: (address) => (visitor = address),
    async stop() {
      internet.close();
      await nginx.stop('SIGTERM');
    },
  };
}
