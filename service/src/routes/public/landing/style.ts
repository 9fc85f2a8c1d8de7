/** The same text on every page, so that the content security policy can name its hash. */
export const landingStyle = `
:root {
  color-scheme: light dark;
  --ground: #f4f1ec;
  --glow: #ffd9b8;
  --card: #ffffff;
  --ink: #1d1a17;
  --quiet: #6b635b;
  --line: #e6dfd6;
  --accent: #c2410c;
  --accent-ink: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14110f;
    --glow: #43210f;
    --card: #1f1b18;
    --ink: #f6f1eb;
    --quiet: #a89e94;
    --line: #37302a;
    --accent: #fb923c;
    --accent-ink: #221103;
  }
}
* { box-sizing: border-box; }
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
}
.icon {
  width: 76px;
  height: 76px;
  margin: 0 auto 20px;
  display: grid;
  place-items: center;
  border-radius: 20px;
  background: linear-gradient(145deg, #fb923c, #c2410c);
  color: #fff;
  font-size: 34px;
  font-weight: 700;
}
.app { margin: 0 0 6px; color: var(--quiet); font-size: 14px; font-weight: 600; letter-spacing: .02em; }
h1 { margin: 0 0 10px; font-size: 25px; line-height: 1.22; letter-spacing: -.015em; text-wrap: balance; overflow-wrap: anywhere; }
.lead { margin: 0 0 26px; color: var(--quiet); text-wrap: pretty; }
.about { margin: 0 0 10px; overflow-wrap: anywhere; }
.actions { display: grid; gap: 10px; }
.actions[hidden] { display: none; }
.code { width: 176px; margin: 0 auto; padding: 8px; border-radius: 16px; background: #fff; }
.code svg { display: block; width: 100%; height: auto; }
.code + .small { margin: 0 0 12px; }
a.button {
  display: block;
  padding: 15px 18px;
  border: 1px solid var(--line);
  border-radius: 16px;
  color: var(--ink);
  font-weight: 600;
  text-decoration: none;
}
a.button.primary { border-color: transparent; background: var(--accent); color: var(--accent-ink); }
a.button:hover { filter: brightness(1.06); }
a.button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.small { margin: 20px 0 0; color: var(--quiet); font-size: 13px; }
#status { margin: 14px 0 0; font-size: 14px; font-weight: 600; }
#status:empty { display: none; }
`;
