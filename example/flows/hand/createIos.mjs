const APP = 'example.shop';
const SCHEME = 'deferredshop';
const RUNTIME = /SimRuntime\.iOS-(\d+)-(\d+)/;

/** The first iPhone of the newest iOS that is installed. */
function newestIphone(list) {
  const phones = Object.entries(JSON.parse(list).devices).flatMap(([runtime, devices]) => {
    const [, major, minor] = RUNTIME.exec(runtime) ?? [];
    const version = Number(major) * 1000 + Number(minor);
    return major === undefined ? [] : devices.map(({ name, udid }) => ({ name, udid, version }));
  });
  const [newest] = phones.filter(({ name }) => name.startsWith('iPhone')).sort((a, b) => b.version - a.version);
  if (!newest) throw new Error('This machine has no simulated iPhone.');
  return newest.udid;
}

/** The simulator, by simctl. `run` and `builds` are those of createAndroid. */
export function createIos(run, builds) {
  const simctl = (...args) => run('xcrun', ['simctl', ...args]);
  let finding;
  const id = () =>
    (finding ??= simctl('list', 'devices', 'available', '--json').then((printed) => newestIphone(printed)));
  const on = async (verb, ...args) => simctl(verb, await id(), ...args);
  const boot = () => on('bootstatus', '-b');

  const copy = async (text) => run('xcrun', ['simctl', 'pbcopy', await id()], text);
  const put = (name) => on('install', `${builds}/${name}.app`);

  return {
    id,

    async prepare() {
      await boot();
      // Without this the system asks before it opens a scheme. It reads the answer when it starts: expo/expo#43791.
      const asker = `com.apple.CoreSimulator.CoreSimulatorBridge-->${SCHEME}`;
      await on('spawn', 'defaults', 'write', 'com.apple.launchservices.schemeapproval', asker, APP);
      await on('shutdown');
      await boot();
    },

    async install(name) {
      await copy('nothing');
      await on('uninstall', APP).catch(() => {});
      await put(name);
    },
    update: put,
    launch: () => on('launch', APP),
    open: (link) => on('openurl', link),
    copy,

    log: () =>
      on('spawn', 'log', 'show', '--style', 'compact', '--last', '2h', '--predicate', 'process == "SmallHours"'),
  };
}
