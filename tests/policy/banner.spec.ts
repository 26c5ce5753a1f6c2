import { expect, test } from '@playwright/test';

import type { Candidate, Observation } from '../../src/contract/index.js';
import { findBanner, type BannerButtonKind, type BannerChoice } from '../../src/policy/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';

interface Banner {
  text: string;
  buttons: readonly string[];
  /** Properties of the box. */
  box?: Partial<Candidate>;
  /** Elements in the box besides its buttons. */
  otherElements?: readonly Partial<Candidate>[];
}

const BAR = { x: 0, y: 700, width: 1280, height: 100 };

/** Creates a page with a box of text and buttons, by default a bar at the bottom edge of the viewport. */
function createPage({ text, buttons, box = {}, otherElements = [] }: Banner): Observation {
  const frame = createCandidate({ role: 'generic', tag: 'div', text, interactive: false, box: BAR, ...box });
  const inside = [
    ...otherElements.map((properties) => createCandidate({ ...properties, parent: frame.uid })),
    ...buttons.map((name) => createCandidate({ name, parent: frame.uid })),
  ];
  return createObservation([frame, ...inside]);
}

/** Name of the button for the choice; null without a banner, "no button" without such a button. */
function findButton(banner: Banner, choice: BannerChoice): string | null {
  const found = findBanner(createPage(banner), choice);
  return found.kind === 'button' ? found.button.name : found.kind === 'none' ? null : 'no button';
}

const ENGLISH = 'We use cookies to improve your experience. See our privacy policy.';

const LANGUAGES: [language: string, text: string, decline: string, accept: string, other: string][] = [
  ['English', ENGLISH, 'Reject all', 'Accept all', 'Cookie settings'],
  [
    'German',
    'Wir verwenden Cookies und ähnliche Technologien. Mehr in der Datenschutzerklärung.',
    'Alle ablehnen',
    'Alle akzeptieren',
    'Einstellungen',
  ],
  [
    'French',
    'Nous utilisons des cookies pour mesurer l’audience. Nous respectons votre vie privée.',
    'Continuer sans accepter',
    'Tout accepter',
    'Paramétrer',
  ],
  [
    'Spanish',
    'Utilizamos cookies propias y de terceros. Consulte la política de privacidad.',
    'Rechazar todo',
    'Aceptar todo',
    'Configurar',
  ],
  [
    'Italian',
    'Utilizziamo i cookie. Puoi negare il consenso.',
    'Rifiuta tutto',
    'Accetta tutti',
    'Personalizza',
  ],
  [
    'Dutch',
    'Wij gebruiken cookies om de site te verbeteren.',
    'Alles weigeren',
    'Alles accepteren',
    'Voorkeuren',
  ],
  [
    'Portuguese',
    'Usamos cookies para melhorar a sua experiência.',
    'Rejeitar todos',
    'Aceitar todos',
    'Gerir',
  ],
  [
    'Polish',
    'Używamy plików cookie za Twoją zgodą.',
    'Odrzuć wszystkie',
    'Zaakceptuj wszystkie',
    'Ustawienia',
  ],
  ['Swedish', 'Vi använder kakor (cookies).', 'Avvisa alla', 'Godkänn alla', 'Inställningar'],
  ['Danish', 'Vi bruger cookies til statistik.', 'Afvis alle', 'Tillad alle', 'Indstillinger'],
  ['Norwegian', 'Vi bruker informasjonskapsler på nettstedet.', 'Avslå alle', 'Godta alle', 'Innstillinger'],
  ['Finnish', 'Käytämme evästeitä sivustollamme.', 'Hylkää kaikki', 'Hyväksy kaikki', 'Asetukset'],
  [
    'Czech',
    'Používáme soubory cookie, k nimž potřebujeme váš souhlas.',
    'Odmítnout vše',
    'Přijmout vše',
    'Nastavení',
  ],
  ['Japanese', '当サイトではクッキーを使用しています。', 'すべて拒否する', 'すべて同意する', '設定'],
];

test('the buttons to decline and to accept are found in each language, the settings are ignored', () => {
  for (const [language, text, decline, accept, other] of LANGUAGES) {
    const banner = { text, buttons: [other, accept, decline] };
    expect.soft(findButton(banner, 'decline'), language).toBe(decline);
    expect.soft(findButton(banner, 'accept'), language).toBe(accept);
    expect.soft(findButton({ text, buttons: [other, accept] }, 'decline'), language).toBe('no button');
    expect.soft(findButton({ text, buttons: [other] }, 'decline'), language).toBeNull();
  }
});

const DECLINE_LABELS = [
  'Decline',
  'Only necessary',
  'Necessary cookies only',
  'Accept only essential cookies',
  'Accept necessary',
  'Reject non-essential cookies',
  'Continue without accepting',
  'I do not accept',
  'Nur notwendige Cookies',
  'Notwendige akzeptieren',
  'Uniquement les cookies nécessaires',
  'Accepter les cookies essentiels',
  'Solo necesarias',
  'Solo cookie necessari',
  'Alleen noodzakelijk',
  'Tylko niezbędne',
  'Endast nödvändiga',
  'Kun nødvendige',
  'Vain välttämättömät',
  'Pouze nezbytné',
  '必要な Cookie のみ',
];
test('labels that decline are recognised', () => {
  for (const label of DECLINE_LABELS) {
    expect.soft(findButton({ text: ENGLISH, buttons: ['Accept all', label] }, 'decline'), label).toBe(label);
    expect
      .soft(findButton({ text: ENGLISH, buttons: [label, 'Accept all'] }, 'accept'), label)
      .toBe('Accept all');
  }
});

test('ambiguous labels neither decline nor accept', () => {
  for (const label of [
    'Reject and pay',
    'Decline and subscribe',
    'Allow selection',
    'Manage preferences',
    'Accept or choose',
  ]) {
    const banner = { text: ENGLISH, buttons: [label, 'Got it'] };
    expect.soft(findButton(banner, 'decline'), label).toBe('no button');
    expect.soft(findButton(banner, 'accept'), label).toBe('Got it');
  }
});

test('a dialog, a named region or a box with a known id is a banner at any position', () => {
  const middle = { x: 300, y: 250, width: 600, height: 300 };
  const banner = { text: ENGLISH, buttons: ['Accept', 'Decline'] };
  expect(findButton({ ...banner, box: { box: middle } }, 'decline')).toBeNull();
  for (const box of [
    { role: 'dialog' },
    { role: 'region', name: 'Cookies' },
    { attributes: { id: 'onetrust-banner-sdk' } },
  ])
    expect(findButton({ ...banner, box: { box: middle, ...box } }, 'decline')).toBe('Decline');
});

const OTHER_BOXES: [what: string, banner: Banner][] = [
  [
    'a newsletter pop-up of a shop that sells cookies',
    {
      text: 'Get 10% off your first box of cookies! Subscribe to our newsletter. See our privacy policy.',
      buttons: ['Subscribe', 'Decline', 'Accept'],
      box: { role: 'dialog' },
    },
  ],
  [
    'a pop-up with a text field',
    {
      text: 'Cookies in your inbox? We respect your privacy.',
      buttons: ['Reject', 'I agree'],
      box: { role: 'dialog' },
      otherElements: [{ role: 'textbox', name: 'Email', states: { editable: true } }],
    },
  ],
  [
    'an age gate that mentions cookies',
    {
      text: 'Are you over 18? By entering you accept our cookie policy.',
      buttons: ['I agree', 'Decline'],
      box: { role: 'dialog' },
    },
  ],
  [
    'a recipe for cookies',
    {
      text: 'Chocolate cookies. 200 g of butter, brown sugar, one egg.',
      buttons: ['Accept', 'Decline', 'OK'],
      box: { role: 'region', name: 'Cookies' },
    },
  ],
  [
    'an invitation',
    {
      text: 'Mina invites you to Lunch. Your privacy settings apply.',
      buttons: ['Accept', 'Decline'],
      box: { role: 'dialog' },
    },
  ],
  [
    'consent to a study',
    {
      text: 'I consent to the use of my personal data for this study.',
      buttons: ['I agree', 'I do not consent'],
      box: { role: 'dialog' },
    },
  ],
  [
    'a whole page that mentions cookies',
    {
      text: `${ENGLISH} Lunch with Mina`,
      buttons: ['Accept', 'Decline'],
      otherElements: [{ role: 'main', tag: 'main', text: 'Lunch' }],
    },
  ],
  [
    'a banner outside the viewport',
    {
      text: ENGLISH,
      buttons: ['Accept', 'Decline'],
      box: { box: { x: 0, y: 3000, width: 1280, height: 100 }, inViewport: false },
    },
  ],
];
test('boxes that are not consent banners are ignored', () => {
  for (const [what, banner] of OTHER_BOXES) {
    expect.soft(findButton(banner, 'decline'), what).toBeNull();
    expect.soft(findButton(banner, 'accept'), what).toBeNull();
  }
});

test('a button beside the banner is not chosen, even if one box contains both', () => {
  const root = createCandidate({
    role: 'generic',
    tag: 'div',
    text: `Mina invites you to Lunch. ${ENGLISH}`,
    box: { x: 0, y: 0, width: 1280, height: 500 },
  });
  const invite = createCandidate({ name: 'Accept', parent: root.uid });
  const bar = createCandidate({ role: 'generic', tag: 'div', text: ENGLISH, box: BAR, parent: root.uid });
  const agree = createCandidate({ name: 'Accept all', parent: bar.uid });
  const found = findBanner(createObservation([root, invite, bar, agree]), 'accept');
  expect(found).toMatchObject({ kind: 'button', button: { uid: agree.uid } });
  expect(findBanner(createObservation([root, invite, bar, agree]), 'decline').kind).toBe('no-direct-way');
});

test('no banner is found behind an open dialog', () => {
  const page = createPage({ text: ENGLISH, buttons: ['Accept all', 'Reject all'] });
  const dialog = { type: 'alert', message: 'Welcome', defaultText: '' };
  expect(findBanner({ ...page, dialog }, 'decline').kind).toBe('none');
});

/** Name of the button found with lenient evidence, or null. */
function findLeniently(banner: Banner, ...kinds: BannerButtonKind[]): string | null {
  const found = findBanner(createPage(banner), kinds, { evidence: 'lenient' });
  return found.kind === 'button' ? found.button.name : null;
}

const MIDDLE = { x: 300, y: 250, width: 600, height: 60 };
const IN_PAGE: Banner = { text: 'This page uses cookies.', buttons: [], box: { box: MIDDLE } };

test('labels are recognised with strict and with lenient evidence', () => {
  const labels: Record<BannerButtonKind, string[]> = {
    decline: [
      'Reject',
      'Refuse everything',
      'Disagree',
      'Deny optional cookies',
      'Just necessary',
      'Required cookies only',
      'Use only essential cookies',
      'Allow only required',
      'No, thanks',
      'No thank you',
      'Opt out',
      'Do not agree',
      "I don't agree",
      'Do not consent',
    ],
    accept: [
      'Accept all and close',
      'Agree to all',
      'I agree',
      'Enable',
      'Enable everything',
      'Enable cookies',
      'Got it!',
      'OK',
      'Understood',
      'Yes',
      'Fine',
      "That's ok",
      'That’s fine',
      'Sounds good',
    ],
    close: ['Close', 'Dismiss', 'Hide', '×', '✖️', 'x', 'Not now', 'Maybe later', 'Close this', 'Schließen'],
  };
  for (const [kind, rows] of Object.entries(labels) as [BannerButtonKind, string[]][])
    for (const label of rows) {
      const strict = findBanner(createPage({ text: ENGLISH, buttons: [label, 'Decline', 'Accept'] }), kind);
      expect.soft(strict, `${kind}: ${label}`).toMatchObject({ kind: 'button' });
      const others = (['decline', 'accept', 'close'] as const).filter((other) => other !== kind);
      const banner = { ...IN_PAGE, buttons: [label] };
      expect.soft(findLeniently(banner, kind), `${kind}, lenient: ${label}`).toBe(label);
      expect.soft(findLeniently(banner, ...others), `only ${kind}: ${label}`).toBeNull();
    }
});

test('a clear label is preferred to a vague one, in any order', () => {
  const banner = { text: ENGLISH, buttons: ['No thanks', 'Only necessary', 'Reject all', 'OK', 'Accept'] };
  expect([findButton(banner, 'decline'), findButton(banner, 'accept')]).toEqual(['Reject all', 'Accept']);
});

test('the first requested kind that the banner has is found', () => {
  const order = ['decline', 'close', 'accept'] as const;
  const withButtons = (...buttons: string[]): Banner => ({ text: ENGLISH, buttons });
  expect.soft(findLeniently(withButtons('Accept', '×', 'Reject'), ...order)).toBe('Reject');
  expect.soft(findLeniently(withButtons('Accept', '×'), ...order)).toBe('×');
  expect.soft(findLeniently(withButtons('Accept'), ...order)).toBe('Accept');
  expect.soft(findLeniently(withButtons('Accept'), 'decline', 'close')).toBeNull();
});

test('category switches are not found as buttons', () => {
  const toggles = ['checkbox', 'switch'].map((role) => ({ role, name: 'Necessary' }));
  const label = { role: 'generic', tag: 'label', name: 'Necessary' };
  const banner = { text: ENGLISH, buttons: ['Accept all'], otherElements: [...toggles, label] };
  expect([findButton(banner, 'decline'), findLeniently(banner, 'decline')]).toEqual(['no button', null]);
});

test('a close button alone does not make a banner', () => {
  expect(findButton({ text: ENGLISH, buttons: ['Close'] }, 'decline')).toBeNull();
});

test('lenient evidence is a short text about cookies or the markup around the button', () => {
  const rows: [what: string, box: Partial<Candidate>, button: string | null][] = [
    ['cookies', { text: 'Cookies make this page work.' }, 'Accept'],
    ['privacy', { text: 'We value your privacy.' }, 'Accept'],
    ['a policy', { text: 'By using this page you agree to our privacy policy.' }, 'Accept'],
    ['other text', { text: 'Mina invites you to Lunch.' }, null],
    ['markup only', { text: 'Welcome', attributes: { class: 'cookie-bar' } }, 'Accept'],
    ['a long text', { text: `${'Words. '.repeat(80)}We use cookies.` }, null],
    [
      'a long text with markup',
      { text: `${'Words. '.repeat(80)}We use cookies.`, attributes: { id: 'consent' } },
      'Accept',
    ],
    ['the page itself', { text: 'We use cookies.', tag: 'main', role: 'main' }, null],
  ];
  for (const [what, box, button] of rows) {
    const banner: Banner = { text: '', buttons: ['Accept'], box: { box: MIDDLE, ...box } };
    expect.soft(findLeniently(banner, 'accept'), what).toBe(button);
    expect.soft(findButton(banner, 'accept'), `strict: ${what}`).toBeNull();
  }
});

test('with lenient evidence, a button in a banner is preferred to one in the page', () => {
  const text = createCandidate({ role: 'generic', tag: 'div', text: 'About cookies', box: MIDDLE });
  const allow = createCandidate({ name: 'Allow', parent: text.uid });
  const bar = createCandidate({ role: 'generic', tag: 'div', text: ENGLISH, box: BAR });
  const agree = createCandidate({ name: 'Accept all', parent: bar.uid });
  const found = findBanner(createObservation([text, allow, bar, agree]), 'accept', { evidence: 'lenient' });
  expect(found).toMatchObject({ kind: 'button', button: { uid: agree.uid } });
});

test('the caller can add labels to a button', () => {
  const page = createPage({ ...IN_PAGE, buttons: [''] });
  const found = findBanner(page, 'close', { evidence: 'lenient', labelsOf: () => ['times', '×'] });
  expect(found.kind).toBe('button');
});
