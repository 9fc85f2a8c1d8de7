/** The rules that all landing pages share. The colours are in brandStyle.ts. */
export const landingRules = `
* { box-sizing: border-box; }
html { background: var(--ground); -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: grid;
  background: radial-gradient(140% 60% at 50% 0, var(--glow), transparent 75%) no-repeat var(--ground);
  color: var(--ink);
  font: 17px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  text-align: center;
  overflow-wrap: anywhere;
}
main {
  width: 100%;
  max-width: 480px;
  margin: 0 auto;
  padding: 20px 24px calc(16px + env(safe-area-inset-bottom));
  display: flex;
  flex-direction: column;
  gap: 24px;
}
.intro { --tile: clamp(84px, 15vh, 112px); flex: 1; display: flex; flex-direction: column; justify-content: center; align-items: center; }
.icon {
  flex: none;
  width: var(--tile);
  height: var(--tile);
  margin-bottom: 16px;
  display: grid;
  place-items: center;
  border-radius: 24%;
  border: 1px solid var(--edge);
  background: var(--accent);
  color: var(--accent-ink);
  font-size: calc(var(--tile) * .45);
  font-weight: 700;
  line-height: 1;
  box-shadow: 0 1px 2px rgb(0 0 0 / 14%), 0 14px 30px -12px rgb(0 0 0 / 35%);
}
img.icon { border: 0; background: var(--card); object-fit: cover; }
.picture {
  width: 100%;
  height: auto;
  aspect-ratio: 1200 / 630;
  object-fit: cover;
  border-radius: 24px;
  background: var(--line);
  box-shadow: 0 24px 48px -28px rgb(0 0 0 / 50%);
}
.picture + .icon {
  --tile: 76px;
  margin: -44px 0 10px;
  position: relative;
  outline: 4px solid var(--ground);
}
.app { margin: 0 0 16px; font-size: 15px; line-height: 1.4; }
.picture ~ .app { margin-bottom: 10px; }
.app b { display: block; font-weight: 650; }
.app span { color: var(--quiet); }
h1 { margin: 0; font-size: clamp(28px, 8vw, 36px); line-height: 1.15; font-weight: 750; text-wrap: balance; }
.long h1 { font-size: clamp(23px, 6.4vw, 28px); line-height: 1.2; }
[dir=ltr] h1 { letter-spacing: -.022em; }
:lang(ja) { word-break: auto-phrase; }
:lang(ko) { word-break: keep-all; }
.about, .lead { margin: 10px 0 0; line-height: 1.45; text-wrap: balance; }
.lead { color: var(--quiet); }
.about + .lead { margin-top: 6px; font-size: 15px; }
.actions { display: flex; flex-direction: column; align-items: center; }
[hidden] { display: none; }
.button {
  display: block;
  width: 100%;
  padding: 15px 20px;
  border: 1px solid var(--line);
  border-radius: 18px;
  background: var(--card);
  color: var(--ink);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
.button + .button { margin-top: 10px; }
a.button.primary {
  padding: 17px 20px;
  border-color: var(--edge);
  background: var(--accent);
  color: var(--accent-ink);
  font-size: 19px;
  font-weight: 700;
  line-height: 1.3;
  box-shadow: 0 12px 24px -14px rgb(0 0 0 / 50%);
}
.button:active { transform: scale(.985); }
.links { margin: 0; display: flex; flex-wrap: wrap; justify-content: center; }
.links > * { padding: 8px; border: 0; background: none; color: var(--ink); font: inherit; font-size: 15px; text-decoration: underline var(--quiet); text-underline-offset: 4px; cursor: pointer; }
.button + .links { margin-top: 8px; }
:focus-visible { outline: 3px solid var(--edge); outline-offset: 3px; border-radius: 18px; }
.small { margin: 10px 0 2px; color: var(--quiet); font-size: 14px; line-height: 1.45; text-wrap: balance; }
#status { margin: 8px 0 0; font-size: 15px; font-weight: 600; }
#status:empty { display: none; }
#leave { margin-top: 12px; padding-top: 4px; border-top: 1px solid var(--line); }
.code { position: relative; width: 200px; padding: 10px; border: 1px solid var(--line); border-radius: 20px; background: #fff; box-shadow: 0 14px 40px -20px rgb(0 0 0 / 45%); }
.code svg { display: block; width: 100%; height: auto; }
.code img { position: absolute; inset: 0; margin: auto; width: 40px; height: 40px; border-radius: 10px; outline: 4px solid #fff; background: #fff; }
.code + .small { margin-bottom: 20px; }
@media (max-width: 599px) and (max-height: 719px) {
  main { gap: 14px; padding-block: 12px calc(12px + env(safe-area-inset-bottom)); }
  main:has(#leave:not([hidden])) .picture { max-height: max(15vh, 100vh - 490px); }
  main:has(#leave:not([hidden])) a.button.primary { padding-block: 13px; }
  #leave { margin-top: 4px; padding: 0; }
  .small { margin-block: 6px 0; }
}
@media (min-width: 600px) {
  body { place-items: center; padding: 40px; }
  main {
    padding: 48px 44px 40px;
    border: 1px solid var(--line);
    border-radius: 32px;
    background: var(--card);
    box-shadow: 0 32px 64px -48px rgb(0 0 0 / 35%);
  }
  .picture + .icon { outline-color: var(--card); }
}
@media (min-width: 600px) and (max-height: 500px) {
  body { padding: 12px; }
  main { max-width: 880px; flex-direction: row; align-items: center; padding: 24px; }
  .outro { flex: none; width: 280px; }
  .picture { max-height: 120px; }
}
@media (min-width: 820px) {
  .wide { max-width: 880px; flex-direction: row; align-items: center; gap: 56px; padding: 56px; }
  .wide .intro { align-items: flex-start; text-align: start; }
  .wide .intro:not(.long) h1 { font-size: 40px; }
  .wide .outro { flex: none; width: 260px; }
  .wide .picture + .icon { margin-inline-start: 24px; }
}
`;
