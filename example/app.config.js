const { withAndroidManifest, withDangerousMod } = require('expo/config-plugins');
const { mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const CLEARTEXT = `<?xml version="1.0" encoding="utf-8"?>
<network-security-config>
  <domain-config cleartextTrafficPermitted="true">
    <domain includeSubdomains="false">localhost</domain>
  </domain-config>
</network-security-config>
`;

/** Lets a release build for Android talk to the service on this machine. iOS allows that by `app.json`. */
function withLocalCleartext(config) {
  const withFile = withDangerousMod(config, [
    'android',
    (mod) => {
      const folder = path.join(mod.modRequest.platformProjectRoot, 'app/src/main/res/xml');
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'network_security_config.xml'), CLEARTEXT);
      return mod;
    },
  ]);
  return withAndroidManifest(withFile, (mod) => {
    mod.modResults.manifest.application[0].$['android:networkSecurityConfig'] = '@xml/network_security_config';
    return mod;
  });
}

/** `app.json` describes the app. A build for robots (flows/build.sh) gets its own version, and may use cleartext. */
module.exports = ({ config }) => {
  const { ROBOT_BUILD: build } = process.env;
  if (!build) return config;
  return {
    ...config,
    version: `${build}.0.0`,
    ios: { ...config.ios, buildNumber: build },
    android: { ...config.android, versionCode: Number(build) },
    plugins: [...config.plugins, withLocalCleartext],
  };
};
