#!/usr/bin/env bash
# Builds the three release apps that the flows install: flows/build.sh android|ios FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
system=$1
folder=$2
mkdir -p "$folder"
# The emulator reaches this machine by `adb reverse`, and the simulator is on it.
export EXPO_PUBLIC_BASE_URL=http://localhost:8787

# build NAME VERSION CONSENT
build() {
  export ROBOT_BUILD=$2 EXPO_PUBLIC_CONSENT=$3
  npx expo prebuild --platform "$system" --no-install
  if [ "$system" = android ]; then
    # Gradle doesn't know that the bundle depends on the environment, so it has to be told to bundle again.
    (cd android && ./gradlew --console=plain -PreactNativeArchitectures=x86_64 \
      :app:createBundleReleaseJsAndAssets --rerun :app:assembleRelease)
    cp android/app/build/outputs/apk/release/app-release.apk "$folder/$1.apk"
  else
    [ -d ios/Pods ] || (cd ios && pod install)
    xcodebuild -quiet -workspace ios/SmallHours.xcworkspace -scheme SmallHours -configuration Release \
      -sdk iphonesimulator -destination 'generic/platform=iOS Simulator' -derivedDataPath ios/build \
      ARCHS=arm64 CODE_SIGNING_ALLOWED=NO build
    cp -R ios/build/Build/Products/Release-iphonesimulator/SmallHours.app "$folder/$1.app"
  fi
}

build first 1 granted
build second 2 granted
build asking 1 pending
# The emulator needs the memory.
[ "$system" != android ] || (cd android && ./gradlew --stop)
