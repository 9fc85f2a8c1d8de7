// The lab of a static host. Its stories are played with reloads. Widths and explanations are tested here, and nowhere
// else; sharing only in the other lab.
process.env.LAB = 'static';

await import('./site.mjs');
await import('./reloads.mjs');
await import('./explains.mjs');
await import('./widths.mjs');
