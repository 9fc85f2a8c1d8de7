import { readMigrated } from './openMemory.ts';

// Makes the files that tests copy their databases from. Several processes that start together would each make them.
await readMigrated();
