const APP = 'example.shop';
const HOST = 'shop.example';
/** From here on the system lets the shell say that a host was verified. */
const ANDROID_12 = 31;
const TRANSPORT = 'com.android.localtransport/.LocalTransport';
/** The only set that this transport has. */
const SET = '1';

/**
 * The emulator, by adb.
 * @param run Runs a command and returns what it printed.
 * @param builds The folder with the apps.
 */
export function createAndroid(run, builds) {
  const shell = (command) => run('adb', ['shell', command]);

  async function start(intent) {
    // What it says of a failure is on the other stream, and it ends well.
    const printed = await shell(`am start ${intent} 2>&1`);
    if (/^Error/m.test(printed)) throw new Error(printed);
  }

  /** As a tap on a link would. Before Android 12 nobody but the host can verify it, so the app is named. */
  async function open(link) {
    const version = Number(await shell('getprop ro.build.version.sdk'));
    const canVerify = version >= ANDROID_12;
    if (canVerify) await shell(`pm set-app-links --package ${APP} 1 ${HOST}`);
    await start(
      `-a android.intent.action.VIEW -c android.intent.category.BROWSABLE -d '${link}'${canVerify ? '' : ` ${APP}`}`
    );
  }

  const put = (name) => run('adb', ['install', '-r', `${builds}/${name}.apk`]);

  return {
    id: async () => (await run('adb', ['get-serialno'])).trim(),

    async prepare() {
      await run('adb', ['reverse', 'tcp:8787', 'tcp:8787']);
      await shell('settings put global hide_error_dialogs 1');
      // Chrome begins without its questions.
      await shell(
        "echo '_ --disable-fre --no-default-browser-check --no-first-run' > /data/local/tmp/chrome-command-line"
      );
      await shell('am set-debug-app --persistent com.android.chrome');
    },

    async install(name) {
      await run('adb', ['uninstall', APP]).catch(() => {});
      await put(name);
    },
    update: put,
    launch: () => start(`-a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n ${APP}/.MainActivity`),
    open,

    async backUp() {
      await shell('bmgr enable true');
      await shell(`bmgr transport ${TRANSPORT}`);
      const printed = await shell(`bmgr backupnow ${APP}`);
      if (!printed.includes(`Package ${APP} with result: Success`)) throw new Error(printed);
    },
    async restore() {
      const printed = await shell(`bmgr restore ${SET} ${APP}`);
      if (!printed.includes('restoreFinished: 0')) throw new Error(printed);
    },

    log: () => run('adb', ['logcat', '-d']),
  };
}
