import { open, type CountryResponse } from 'maxmind';

/**
 * Reads a file of MaxMind's format, such as GeoLite2-Country or DB-IP Lite, and reads it again when it is replaced.
 * Returns a function from an address to its country.
 */
export async function openCountries(file: string): Promise<(address: string) => string | null> {
  const reader = await open<CountryResponse>(file, { watchForUpdates: true, watchForUpdatesNonPersistent: true }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`GEOIP_FILE is ${JSON.stringify(file)}; it can’t be read as a MaxMind database: ${reason}`);
    }
  );
  return (address) => reader.get(address)?.country?.iso_code ?? null;
}
