// The lab of `npm run example`. One file, so that all tests share a server and a browser.
import './stories.mjs';
import './findsTheLink.mjs';
import './opensTheApp.mjs';
import './survives.mjs';
import './switches.mjs';
import './shares.mjs';
import './checksThePhone.mjs';
import './answersRobots.mjs';
