import { expect, test } from '@playwright/test';

import type { Candidate, Observation } from '../../src/contract/index.js';
import { findBanner, type BannerChoice } from '../../src/policy/index.js';
import { candidate, observation } from '../support/candidates.js';

interface Made {
  text: string;
  buttons: readonly string[];
  /** What of the box tells it from the page. */
  box?: Partial<Candidate>;
  /** Elements in the box besides its buttons. */
  more?: readonly Partial<Candidate>[];
  /** Elements of the page around it. */
  page?: readonly Partial<Candidate>[];
}

const BAR = { x: 0, y: 700, width: 1280, height: 100 };

/** A page with one box of text and buttons; a bar at the bottom edge of the window unless it is said otherwise. */
function page({ text, buttons, box = {}, more = [], page: around = [] }: Made): Observation {
  const frame = candidate({ role: 'generic', tag: 'div', text, interactive: false, box: BAR, ...box });
  const inside = [
    ...more.map((given) => candidate({ ...given, parent: frame.uid })),
    ...buttons.map((name) => candidate({ name, parent: frame.uid })),
  ];
  return observation([...around.map((given) => candidate(given)), frame, ...inside]);
}

function press(made: Made, choice: BannerChoice): string | null {
  const found = findBanner(page(made), choice);
  return found.kind === 'button' ? found.button.name : found.kind === 'none' ? null : 'no way';
}

const ENGLISH = 'We use cookies to improve your experience. See our privacy policy.';

const languages: [language: string, text: string, decline: string, accept: string, other: string][] = [
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

for (const [language, text, decline, accept, other] of languages) {
  test(`${language}: each choice has its button, and the settings are neither`, () => {
    const made = { text, buttons: [other, accept, decline] };
    expect([press(made, 'decline'), press(made, 'accept')]).toEqual([decline, accept]);
    expect(press({ text, buttons: [other, accept] }, 'decline')).toBe('no way');
    expect(press({ text, buttons: [other] }, 'decline')).toBeNull();
  });
}

const refusals = [
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
for (const label of refusals) {
  test(`a refusal: ${label}`, () => {
    expect(press({ text: ENGLISH, buttons: ['Accept all', label] }, 'decline')).toBe(label);
    expect(press({ text: ENGLISH, buttons: [label, 'Accept all'] }, 'accept')).toBe('Accept all');
  });
}

for (const label of [
  'Reject and pay',
  'Decline and subscribe',
  'Allow selection',
  'Manage preferences',
  'Accept or choose',
]) {
  test(`neither refusal nor acceptance: ${label}`, () => {
    const made = { text: ENGLISH, buttons: [label, 'Got it'] };
    expect([press(made, 'decline'), press(made, 'accept')]).toEqual(['no way', 'Got it']);
  });
}

test('a dialog, a named region and a box that is called so are banners wherever they stand', () => {
  const middle = { x: 300, y: 250, width: 600, height: 300 };
  const made = { text: ENGLISH, buttons: ['Accept', 'Decline'] };
  expect(press({ ...made, box: { box: middle } }, 'decline')).toBeNull();
  for (const box of [
    { role: 'dialog' },
    { role: 'region', name: 'Cookies' },
    { attributes: { id: 'onetrust-banner-sdk' } },
  ])
    expect(press({ ...made, box: { box: middle, ...box } }, 'decline')).toBe('Decline');
});

const left: [what: string, made: Made][] = [
  [
    'a newsletter pop-up of a shop of cookies',
    {
      text: 'Get 10% off your first box of cookies! Subscribe to our newsletter. See our privacy policy.',
      buttons: ['Subscribe', 'Decline', 'Accept'],
      box: { role: 'dialog' },
    },
  ],
  [
    'a pop-up with a field to write in',
    {
      text: 'Cookies in your inbox? We respect your privacy.',
      buttons: ['Reject', 'I agree'],
      box: { role: 'dialog' },
      more: [{ role: 'textbox', name: 'Email', states: { editable: true } }],
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
    'a whole page at the window’s edge that mentions its cookies',
    {
      text: `${ENGLISH} Lunch with Mina`,
      buttons: ['Accept', 'Decline'],
      more: [{ role: 'main', tag: 'main', text: 'Lunch' }],
    },
  ],
  [
    'a banner that nobody sees now',
    {
      text: ENGLISH,
      buttons: ['Accept', 'Decline'],
      box: { box: { x: 0, y: 3000, width: 1280, height: 100 }, inViewport: false },
    },
  ],
];
for (const [what, made] of left) {
  test(`left alone: ${what}`, () => {
    expect([press(made, 'decline'), press(made, 'accept')]).toEqual([null, null]);
  });
}

test('what stands beside the banner is not pressed, even where one box holds both', () => {
  const root = candidate({
    role: 'generic',
    tag: 'div',
    text: `Mina invites you to Lunch. ${ENGLISH}`,
    box: { x: 0, y: 0, width: 1280, height: 500 },
  });
  const invite = candidate({ name: 'Accept', parent: root.uid });
  const bar = candidate({ role: 'generic', tag: 'div', text: ENGLISH, box: BAR, parent: root.uid });
  const agree = candidate({ name: 'Accept all', parent: bar.uid });
  const found = findBanner(observation([root, invite, bar, agree]), 'accept');
  expect(found).toMatchObject({ kind: 'button', button: { uid: agree.uid } });
  expect(findBanner(observation([root, invite, bar, agree]), 'decline').kind).toBe('no-direct-way');
});

test('behind an open dialog nothing is looked for', () => {
  const seen = page({ text: ENGLISH, buttons: ['Accept all', 'Reject all'] });
  const dialog = { type: 'alert', message: 'Welcome', defaultText: '' };
  expect(findBanner({ ...seen, dialog }, 'decline').kind).toBe('none');
});
