import { expect, test } from '@playwright/test';

import type { Candidate, Observation } from '../../src/contract/index.js';
import { findBanner, type BannerButtonKind, type BannerChoice } from '../../src/policy/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';

interface Banner {
  text: string;
  buttons: readonly string[];
  /** Properties of the element that contains the text and the buttons. */
  box?: Partial<Candidate>;
  /** Elements in the box besides its buttons. */
  otherElements?: readonly Partial<Candidate>[];
}

const BOTTOM_BOX = { x: 0, y: 700, width: 1280, height: 100 };

/** Creates a page with a box that contains text and buttons, by default a bar at the bottom edge of the viewport. */
function createPage({ text, buttons, box = {}, otherElements = [] }: Banner): Observation {
  const boxElement = createCandidate({
    role: 'generic',
    tag: 'div',
    text,
    interactive: false,
    box: BOTTOM_BOX,
    ...box,
  });
  const contents = [
    ...otherElements.map((properties) => createCandidate({ ...properties, parent: boxElement.uid })),
    ...buttons.map((name) => createCandidate({ name, parent: boxElement.uid })),
  ];
  return createObservation([boxElement, ...contents]);
}

/** Returns the name of the button for the choice; null if there is no banner, "no button" if the banner lacks one. */
function findButtonName(banner: Banner, choice: BannerChoice): string | null {
  const result = findBanner(createPage(banner), choice);
  return result.kind === 'button' ? result.button.name : result.kind === 'none' ? null : 'no button';
}

const ENGLISH_TEXT = 'We use cookies to improve your experience. See our privacy policy.';

const LANGUAGES: [
  language: string,
  text: string,
  declineLabel: string,
  acceptLabel: string,
  otherLabel: string,
][] = [
  ['English', ENGLISH_TEXT, 'Reject all', 'Accept all', 'Cookie settings'],
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

test('the decline and accept buttons are found in each language, and settings buttons are ignored', () => {
  for (const [language, text, declineLabel, acceptLabel, otherLabel] of LANGUAGES) {
    const banner = { text, buttons: [otherLabel, acceptLabel, declineLabel] };
    expect.soft(findButtonName(banner, 'decline'), language).toBe(declineLabel);
    expect.soft(findButtonName(banner, 'accept'), language).toBe(acceptLabel);
    expect
      .soft(findButtonName({ text, buttons: [otherLabel, acceptLabel] }, 'decline'), language)
      .toBe('no button');
    expect.soft(findButtonName({ text, buttons: [otherLabel] }, 'decline'), language).toBeNull();
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
    expect
      .soft(findButtonName({ text: ENGLISH_TEXT, buttons: ['Accept all', label] }, 'decline'), label)
      .toBe(label);
    expect
      .soft(findButtonName({ text: ENGLISH_TEXT, buttons: [label, 'Accept all'] }, 'accept'), label)
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
    const banner = { text: ENGLISH_TEXT, buttons: [label, 'Got it'] };
    expect.soft(findButtonName(banner, 'decline'), label).toBe('no button');
    expect.soft(findButtonName(banner, 'accept'), label).toBe('Got it');
  }
});

test('a dialog, a named region or a box with a known id is a banner at any position', () => {
  const middleBox = { x: 300, y: 250, width: 600, height: 300 };
  const banner = { text: ENGLISH_TEXT, buttons: ['Accept', 'Decline'] };
  expect(findButtonName({ ...banner, box: { box: middleBox } }, 'decline')).toBeNull();
  for (const box of [
    { role: 'dialog' },
    { role: 'region', name: 'Cookies' },
    { attributes: { id: 'onetrust-banner-sdk' } },
  ])
    expect(findButtonName({ ...banner, box: { box: middleBox, ...box } }, 'decline')).toBe('Decline');
});

const OTHER_BOXES: [description: string, banner: Banner][] = [
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
      text: `${ENGLISH_TEXT} Lunch with Mina`,
      buttons: ['Accept', 'Decline'],
      otherElements: [{ role: 'main', tag: 'main', text: 'Lunch' }],
    },
  ],
  [
    'a banner outside the viewport',
    {
      text: ENGLISH_TEXT,
      buttons: ['Accept', 'Decline'],
      box: { box: { x: 0, y: 3000, width: 1280, height: 100 }, inViewport: false },
    },
  ],
];
test('boxes that are not cookie banners are ignored', () => {
  for (const [description, banner] of OTHER_BOXES) {
    expect.soft(findButtonName(banner, 'decline'), description).toBeNull();
    expect.soft(findButtonName(banner, 'accept'), description).toBeNull();
  }
});

test('a button next to the banner is not chosen, even if one element contains both', () => {
  const root = createCandidate({
    role: 'generic',
    tag: 'div',
    text: `Mina invites you to Lunch. ${ENGLISH_TEXT}`,
    box: { x: 0, y: 0, width: 1280, height: 500 },
  });
  const invitationButton = createCandidate({ name: 'Accept', parent: root.uid });
  const bar = createCandidate({
    role: 'generic',
    tag: 'div',
    text: ENGLISH_TEXT,
    box: BOTTOM_BOX,
    parent: root.uid,
  });
  const acceptButton = createCandidate({ name: 'Accept all', parent: bar.uid });
  const result = findBanner(createObservation([root, invitationButton, bar, acceptButton]), 'accept');
  expect(result).toMatchObject({ kind: 'button', button: { uid: acceptButton.uid } });
  expect(findBanner(createObservation([root, invitationButton, bar, acceptButton]), 'decline').kind).toBe(
    'no-direct-way',
  );
});

test('no banner is found behind an open dialog', () => {
  const page = createPage({ text: ENGLISH_TEXT, buttons: ['Accept all', 'Reject all'] });
  const dialog = { type: 'alert', message: 'Welcome', defaultText: '' };
  expect(findBanner({ ...page, dialog }, 'decline').kind).toBe('none');
});

/** Returns the name of the button found with lenient evidence, or null. */
function findButtonNameLeniently(banner: Banner, ...kinds: BannerButtonKind[]): string | null {
  const result = findBanner(createPage(banner), kinds, { evidence: 'lenient' });
  return result.kind === 'button' ? result.button.name : null;
}

const MIDDLE_BOX = { x: 300, y: 250, width: 600, height: 60 };
const IN_PAGE_BANNER: Banner = { text: 'This page uses cookies.', buttons: [], box: { box: MIDDLE_BOX } };

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
  for (const [kind, kindLabels] of Object.entries(labels) as [BannerButtonKind, string[]][])
    for (const label of kindLabels) {
      const strictResult = findBanner(
        createPage({ text: ENGLISH_TEXT, buttons: [label, 'Decline', 'Accept'] }),
        kind,
      );
      expect.soft(strictResult, `${kind}: ${label}`).toMatchObject({ kind: 'button' });
      const otherKinds = (['decline', 'accept', 'close'] as const).filter((otherKind) => otherKind !== kind);
      const banner = { ...IN_PAGE_BANNER, buttons: [label] };
      expect.soft(findButtonNameLeniently(banner, kind), `${kind}, lenient: ${label}`).toBe(label);
      expect.soft(findButtonNameLeniently(banner, ...otherKinds), `only ${kind}: ${label}`).toBeNull();
    }
});

test('a clear label is preferred to a vague one, whichever comes first', () => {
  const banner = {
    text: ENGLISH_TEXT,
    buttons: ['No thanks', 'Only necessary', 'Reject all', 'OK', 'Accept'],
  };
  expect([findButtonName(banner, 'decline'), findButtonName(banner, 'accept')]).toEqual([
    'Reject all',
    'Accept',
  ]);
});

test('the button for the first requested kind that the banner offers is found', () => {
  const preferredKinds = ['decline', 'close', 'accept'] as const;
  const createBannerWithButtons = (...buttons: string[]): Banner => ({ text: ENGLISH_TEXT, buttons });
  expect
    .soft(findButtonNameLeniently(createBannerWithButtons('Accept', '×', 'Reject'), ...preferredKinds))
    .toBe('Reject');
  expect.soft(findButtonNameLeniently(createBannerWithButtons('Accept', '×'), ...preferredKinds)).toBe('×');
  expect.soft(findButtonNameLeniently(createBannerWithButtons('Accept'), ...preferredKinds)).toBe('Accept');
  expect.soft(findButtonNameLeniently(createBannerWithButtons('Accept'), 'decline', 'close')).toBeNull();
});

test('category switches are not mistaken for buttons', () => {
  const toggles = ['checkbox', 'switch'].map((role) => ({ role, name: 'Necessary' }));
  const label = { role: 'generic', tag: 'label', name: 'Necessary' };
  const banner = { text: ENGLISH_TEXT, buttons: ['Accept all'], otherElements: [...toggles, label] };
  expect([findButtonName(banner, 'decline'), findButtonNameLeniently(banner, 'decline')]).toEqual([
    'no button',
    null,
  ]);
});

test('a close button alone does not make a banner', () => {
  expect(findButtonName({ text: ENGLISH_TEXT, buttons: ['Close'] }, 'decline')).toBeNull();
});

test('for lenient evidence, a short text about cookies or the markup around the button is enough', () => {
  const boxes: [description: string, box: Partial<Candidate>, expectedName: string | null][] = [
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
  for (const [description, box, expectedName] of boxes) {
    const banner: Banner = { text: '', buttons: ['Accept'], box: { box: MIDDLE_BOX, ...box } };
    expect.soft(findButtonNameLeniently(banner, 'accept'), description).toBe(expectedName);
    expect.soft(findButtonName(banner, 'accept'), `strict: ${description}`).toBeNull();
  }
});

test('with lenient evidence, a button in a banner is preferred to one elsewhere on the page', () => {
  const textBox = createCandidate({ role: 'generic', tag: 'div', text: 'About cookies', box: MIDDLE_BOX });
  const allowButton = createCandidate({ name: 'Allow', parent: textBox.uid });
  const bar = createCandidate({ role: 'generic', tag: 'div', text: ENGLISH_TEXT, box: BOTTOM_BOX });
  const acceptButton = createCandidate({ name: 'Accept all', parent: bar.uid });
  const result = findBanner(createObservation([textBox, allowButton, bar, acceptButton]), 'accept', {
    evidence: 'lenient',
  });
  expect(result).toMatchObject({ kind: 'button', button: { uid: acceptButton.uid } });
});

test('the caller can add labels to a button', () => {
  const page = createPage({ ...IN_PAGE_BANNER, buttons: [''] });
  const result = findBanner(page, 'close', { evidence: 'lenient', getLabels: () => ['times', '×'] });
  expect(result.kind).toBe('button');
});
