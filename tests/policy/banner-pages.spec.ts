import type { PageSurface } from '../../src/page/index.js';
import { findBanner, type BannerChoice } from '../../src/policy/index.js';
import { startFixtures } from '../../fixtures/server.mjs';
import { expect, signal, test } from '../support/browser.js';

const SHOP_HTML = `<header><nav><a href=/>Crumb & Co</a> <a href=/cookies>Cookies</a></nav></header>
  <main><h1>Cookies</h1><p>Our cookies use only real butter.</p>
  <article><h2>Chocolate cookie</h2><button>Accept offer</button><button>Decline offer</button></article></main>`;
const BAR_STYLE = 'position:fixed;left:0;right:0;bottom:0;padding:12px;background:#eee';
const DIALOG_STYLE = 'position:fixed;inset:20% 25%;padding:20px;background:#fff;border:1px solid';

const PAGES: [description: string, html: string, declineLabel: string | null, acceptLabel: string | null][] =
  [
    [
      'a bar at the bottom without semantic elements',
      `${SHOP_HTML}<div style="${BAR_STYLE}"><div><p>We use cookies to measure visits. <a href=/p>Cookie policy</a></p></div>
      <div><button>Preferences</button><button>Accept all</button><button>Reject all</button></div></div>`,
      'Reject all',
      'Accept all',
    ],
    [
      'a German dialog with a link to decline',
      `${SHOP_HTML}<div role=dialog aria-label=Datenschutz style="${DIALOG_STYLE}"><p>Wir und unsere Partner verwenden Cookies.</p>
      <a href="#" role=button>Nur notwendige Cookies</a><button>Alle akzeptieren</button></div>`,
      'Nur notwendige Cookies',
      'Alle akzeptieren',
    ],
    [
      'a notice in the page with the id “cookie-notice”',
      `<section id=cookie-notice><p>This site uses cookies.</p><button>Got it</button></section>${SHOP_HTML}`,
      'no button',
      'Got it',
    ],
    [
      'a dialog with settings and acceptance only',
      `${SHOP_HTML}<div role=dialog style="${DIALOG_STYLE}"><h2>We value your privacy</h2><p>We use cookies.</p>
      <button>Manage options</button><button>I agree</button></div>`,
      'no button',
      'I agree',
    ],
    [
      'a newsletter dialog of a shop that sells cookies',
      `${SHOP_HTML}<div role=dialog style="${DIALOG_STYLE}"><h2>10% off your first cookies</h2><p>Join our newsletter. Privacy policy.</p>
      <input type=email aria-label=Email><button>Accept</button><button>Decline</button></div>`,
      null,
      null,
    ],
    [
      'an age gate that mentions cookies',
      `${SHOP_HTML}<div role=dialog style="${DIALOG_STYLE}"><h2>Are you over 18?</h2><p>We use cookies to remember your answer.</p>
      <button>I agree</button><button>Decline</button></div>`,
      null,
      null,
    ],
    ['a shop without a banner', SHOP_HTML, null, null],
  ];

/** Returns the name of the button for the choice; null if there is no banner, "no button" if the banner lacks one. */
async function findButtonName(surface: PageSurface, choice: BannerChoice): Promise<string | null> {
  const result = findBanner(await surface.observe({}, signal), choice);
  return result.kind === 'button' ? result.button.name : result.kind === 'none' ? null : 'no button';
}

for (const [description, html, declineLabel, acceptLabel] of PAGES) {
  test(`findBanner finds the banner's buttons on ${description}`, async ({ surface, show }) => {
    await show(`<body style="margin:0;min-height:2000px">${html}`);
    expect([await findButtonName(surface, 'decline'), await findButtonName(surface, 'accept')]).toEqual([
      declineLabel,
      acceptLabel,
    ]);
  });
}

test('the cookie banner of each fixture site disappears when it is declined', async ({ surface }) => {
  const sites = await startFixtures();
  try {
    for (const path of ['calendar/', 'encyclopedia/']) {
      await surface.open(`${sites.url}/${path}`, signal);
      const result = findBanner(await surface.observe({}, signal), 'decline');
      if (result.kind !== 'button') throw new Error(`no button on ${path}: ${result.kind}`);
      await surface.perform({ intent: 'click', uid: result.button.uid }, signal);
      expect(await findButtonName(surface, 'decline'), path).toBeNull();
    }
  } finally {
    await sites.close();
  }
});
