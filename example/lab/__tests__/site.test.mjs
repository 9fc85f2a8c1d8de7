// The lab of a static host. All that is about the page's looks is tested here, and nowhere else; the stories are played
// with reloads.
process.env.LAB = 'static';

await import('./site.mjs');
await import('./reloads.mjs');
await import('./shares.mjs');
await import('./explains.mjs');
await import('./widths.mjs');
