const ROOT = 'lab-disk/';

const folder = (installId: string) => `${ROOT}${installId}/`;

/**
 * The phone's disk. It is in session storage, which the page shares with its frames, but not with a lab in
 * another tab.
 */
export const disk = {
  read(installId: string, key: string): string | null {
    return sessionStorage.getItem(folder(installId) + key);
  },

  write(installId: string, key: string, value: string) {
    sessionStorage.setItem(folder(installId) + key, value);
  },

  remove(installId: string, key: string) {
    sessionStorage.removeItem(folder(installId) + key);
  },

  keys(installId: string): string[] {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(folder(installId)))
      .map((key) => key.slice(folder(installId).length));
  },

  /** What a backup does: the files of one install appear in another. */
  copy(fromInstallId: string, toInstallId: string) {
    for (const key of disk.keys(fromInstallId)) {
      disk.write(toInstallId, key, disk.read(fromInstallId, key) ?? '');
    }
  },

  format() {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(ROOT)) sessionStorage.removeItem(key);
    }
  },
};
