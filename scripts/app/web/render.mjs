import { GlobalRegistrator } from '@happy-dom/global-registrator';

// Loads a bundle into a page, and prints what the page shows and what was said on its console.
GlobalRegistrator.register({ url: 'https://shop.test/' });
document.body.innerHTML = '<div id="root"></div>';
const said = [];
for (const level of ['warn', 'error']) console[level] = (...parts) => said.push(parts.join(' '));
await import(process.argv[2]);
await new Promise((resolve) => setTimeout(resolve, 500));
process.stdout.write(JSON.stringify({ shown: document.body.textContent, said }));
process.exit();
