import type { App } from '../../storage/schema/tables.ts';
import { linkComponents } from '../../values/linkPaths.ts';
import { ask, originOf, readBody, reasonOf, type HostsOfApp } from './askHost.ts';
import { bad, good, type Finding } from './Finding.ts';

/** The parts of the files that we look at. Somebody else may have written them. */
interface AppleFile {
  applinks: { details: { appIDs: string[]; components?: unknown }[] };
}
type GoogleFile = {
  target: { package_name: string; sha256_cert_fingerprints: string[] };
  relation_extensions?: Record<string, { dynamic_app_link_components?: unknown } | undefined>;
}[];

interface AssociationFile {
  url: string;
  name: string;
  /** What the file says about the app; undefined if it doesn't name the app. */
  find: (file: unknown) => unknown;
  /** What `find` must return. */
  wanted: unknown;
  advice: string;
}

/** Undefined if the file doesn't name the app, or isn't JSON of the right shape. */
function findIn(body: string, find: AssociationFile['find']): unknown {
  try {
    return find(JSON.parse(body));
  } catch {
    return undefined;
  }
}

async function checkFile(hosts: HostsOfApp, { url, name, find, wanted, advice }: AssociationFile): Promise<Finding> {
  try {
    const response = await ask(hosts, url);
    if (response.status >= 300 && response.status < 400) {
      return bad(`${name} is redirected`, `${url} must answer directly: neither Apple nor Google follows a redirect.`);
    }
    const body = await readBody(response);
    if (!response.ok)
      return bad(`${name} answers with ${response.status}`, `${url} must lead to this service. ${advice}`);
    if (!response.headers.get('content-type')?.includes('application/json')) {
      return bad(`${name} is not JSON`, `Something other than this service answers at ${url}: check the proxy.`);
    }
    const found = findIn(body, find);
    if (found === undefined) return bad(`${name} doesn’t name this app`, advice);
    if (JSON.stringify(found) === JSON.stringify(wanted)) return good(name);
    return bad(
      `${name} has different paths than the app`,
      `${url} is older than the settings: look for a cache in front of the service.`
    );
  } catch (error) {
    return bad(
      `${name} can’t be reached: ${reasonOf(error)}`,
      `Point the host’s DNS at this server, use a valid certificate, and let the proxy forward ${url}.`
    );
  }
}

function associationFiles(host: string, app: App): AssociationFile[] {
  const { iosAppId, androidPackage, androidSha256 } = app;
  const folder = `${originOf(host)}/.well-known`;
  const components = linkComponents(app);
  const ios = {
    url: `${folder}/apple-app-site-association`,
    name: `${host}: the association file for iOS`,
    find: (file: unknown) =>
      (file as AppleFile).applinks.details.find(({ appIDs }) => appIDs.includes(iosAppId ?? ''))?.components,
    wanted: components,
    advice: 'The app needs this host and the right iOS app id (--host, --ios-app-id).',
  };
  const android = {
    url: `${folder}/assetlinks.json`,
    name: `${host}: the association file for Android`,
    find: (file: unknown) => {
      const statement = (file as GoogleFile).find(
        ({ target }) =>
          target.package_name === androidPackage &&
          androidSha256.every((fingerprint) => target.sha256_cert_fingerprints.includes(fingerprint))
      );
      const rules = Object.values(statement?.relation_extensions ?? {})[0]?.dynamic_app_link_components;
      return statement && (rules ?? null);
    },
    wanted: app.pathLinks === 'on' ? components : null,
    advice: 'The app needs this host and the right certificates (--host, --android-sha256).',
  };
  return [...(iosAppId === null ? [] : [ios]), ...(androidPackage === null ? [] : [android])];
}

/** Whether both systems learn from the host which of its paths open the app. */
export async function checkAssociations(host: string, hosts: HostsOfApp & { app: App }): Promise<Finding[]> {
  return Promise.all(associationFiles(host, hosts.app).map((file) => checkFile(hosts, file)));
}
