import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { FLOWS } from '../hand/readStories.mjs';

const example = join(FLOWS, '..');
const OURS = ['app.json', 'app.config.js', 'package.json', 'assets'];

const CLEARTEXT = 'android/app/src/main/res/xml/network_security_config.xml';
const MANIFEST = 'android/app/src/main/AndroidManifest.xml';

/** The example without its sources, so nobody's own android/ and ios/ are written over. */
let folder;
let app;

const read = (file) => readFileSync(join(app, file), 'utf8');

/** As flows/build.sh calls it, which writes the native files of one build over those of another. */
function prebuild(robotBuild) {
  const env = { ...process.env, CI: '1', EXPO_OFFLINE: '1', EXPO_NO_TELEMETRY: '1', ROBOT_BUILD: robotBuild };
  const { status, stdout, stderr } = spawnSync('npx', ['expo', 'prebuild', '--no-install'], { cwd: app, env });
  assert.equal(status, 0, `${stdout}${stderr}`);
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'deferred-link-prebuild-'));
  app = join(folder, 'example');
  mkdirSync(app);
  symlinkSync(join(example, '../app.plugin.js'), join(folder, 'app.plugin.js'));
  symlinkSync(join(example, 'node_modules'), join(app, 'node_modules'));
  for (const name of OURS) cpSync(join(example, name), join(app, name), { recursive: true });
  prebuild('');
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('both systems open the links of the shop', () => {
  const manifest = read(MANIFEST);
  assert.match(manifest, /<data android:scheme="deferredshop"\/>/);
  assert.match(
    manifest,
    /<intent-filter android:autoVerify="true"[^]*?android:scheme="https" android:host="shop.example"/
  );
  assert.match(
    read('ios/SmallHours/SmallHours.entitlements'),
    /associated-domains<\/key>\s*<array>\s*<string>applinks:shop\.example</
  );
  assert.match(read('ios/SmallHours/Info.plist'), /<string>deferredshop<\/string>/);
});

test('the files have the names that build.sh and the hand expect', () => {
  const script = readFileSync(join(FLOWS, 'build.sh'), 'utf8');
  assert.ok(existsSync(join(app, 'ios/SmallHours.xcodeproj/xcshareddata/xcschemes/SmallHours.xcscheme')));
  assert.match(script, /ios\/SmallHours\.xcworkspace -scheme SmallHours /);
  assert.match(read('android/settings.gradle'), /include ':app'/);
  assert.match(read('android/app/src/main/AndroidManifest.xml'), /android:name="\.MainActivity"/);
  assert.match(read('android/app/build.gradle'), /applicationId 'example\.shop'/);
  assert.match(read('ios/SmallHours.xcodeproj/project.pbxproj'), /PRODUCT_BUNDLE_IDENTIFIER = "?example\.shop"?;/);
});

test('a release build is signed without a secret, and a backup of it may be restored', () => {
  assert.match(read('android/app/build.gradle'), /release \{[^}]*signingConfig signingConfigs\.debug/);
  assert.ok(existsSync(join(app, 'android/app/debug.keystore')));
  assert.match(read(MANIFEST), /android:allowBackup="true"/);
});

test('only a build for robots may talk to this machine without encryption, and it has a version of its own', () => {
  assert.doesNotMatch(read(MANIFEST), /networkSecurityConfig|usesCleartextTraffic/);
  assert.match(read('android/app/build.gradle'), /versionCode 1\s+versionName "1\.0\.0"/);
  prebuild('2');
  assert.match(read(MANIFEST), /android:networkSecurityConfig="@xml\/network_security_config"/);
  assert.match(read(CLEARTEXT), /cleartextTrafficPermitted="true">\s*<domain includeSubdomains="false">localhost</);
  assert.match(read('android/app/build.gradle'), /versionCode 2\s+versionName "2\.0\.0"/);
  const plist = read('ios/SmallHours/Info.plist');
  assert.match(plist, /CFBundleShortVersionString<\/key>\s*<string>2\.0\.0</);
  assert.match(plist, /CFBundleVersion<\/key>\s*<string>2</);
  assert.match(plist, /NSAllowsLocalNetworking<\/key>\s*<true\/>/);
});
