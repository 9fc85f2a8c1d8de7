/** What is the same on all landing pages. The colours are in brandStyle.ts. */
export const landingRules = `
* { box-sizing: border-box; }
html { background: var(--ground); }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: grid;
  place-items: center;
  padding: 24px 20px;
  background: radial-gradient(120% 70% at 50% 0%, var(--glow), transparent 70%), var(--ground);
  color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main {
  width: 100%;
  max-width: 400px;
  padding: 32px 28px 28px;
  border: 1px solid var(--line);
  border-radius: 28px;
  background: var(--card);
  box-shadow: 0 24px 60px -32px rgb(0 0 0 / 45%);
  text-align: center;
  overflow-wrap: anywhere;
}
.icon {
  width: 76px;
  height: 76px;
  margin: 0 auto 20px;
  display: grid;
  place-items: center;
  border-radius: 20px;
  border: 1px solid var(--edge);
  background: var(--accent);
  color: var(--accent-ink);
  font-size: 34px;
  font-weight: 700;
}
img.icon { display: block; border: 0; background: none; object-fit: cover; }
.app { margin: 0 0 6px; color: var(--quiet); font-size: 14px; font-weight: 600; letter-spacing: .02em; }
h1 { margin: 0 0 10px; font-size: 25px; line-height: 1.22; letter-spacing: -.015em; text-wrap: balance; }
.lead { margin: 0 0 26px; color: var(--quiet); text-wrap: pretty; }
.about { margin: 0 0 10px; }
.actions { display: grid; gap: 10px; }
.code { position: relative; width: 200px; margin: 0 auto; padding: 8px; border-radius: 16px; background: #fff; }
.code svg { display: block; width: 100%; height: auto; }
.code img { position: absolute; inset: 0; margin: auto; width: 40px; height: 40px; border-radius: 10px; outline: 4px solid #fff; background: #fff; }
.code + .small { margin: 0 0 12px; }
[hidden] { display: none; }
.button {
  display: block;
  width: 100%;
  background: none;
  font: inherit;
  cursor: pointer;
  padding: 15px 18px;
  border: 1px solid var(--line);
  border-radius: 16px;
  color: var(--ink);
  font-weight: 600;
  text-decoration: none;
 
}
a.button.primary { border-color: var(--edge); background: var(--accent); color: var(--accent-ink); }
.button:hover { filter: brightness(1.06); }
.button:focus-visible { outline: 3px solid var(--edge); outline-offset: 3px; }
.small { margin: 20px 0 0; color: var(--quiet); font-size: 13px; text-wrap: pretty; }
#status { margin: 14px 0 0; font-size: 14px; font-weight: 600; }
#status:empty { display: none; }
#leave .button { margin-top: 10px; }
`;
