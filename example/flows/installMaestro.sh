#!/usr/bin/env bash
# Installs Maestro for the later steps of a job on GitHub.
set -euo pipefail
archive=$RUNNER_TEMP/maestro.zip
curl --fail --location --silent --show-error --retry 3 --output "$archive" \
  "https://github.com/mobile-dev-inc/maestro/releases/download/cli-$MAESTRO_VERSION/maestro.zip"
unzip -q "$archive" -d "$RUNNER_TEMP"
echo "$RUNNER_TEMP/maestro/bin" >>"$GITHUB_PATH"
