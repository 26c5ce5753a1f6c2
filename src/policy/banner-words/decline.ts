/** Data: labels of buttons that decline cookies. See `index.ts` for the notation. */

/** A label that contains one of these phrases means “decline”. */
export const DECLINE_PHRASES: readonly string[] = [
  // en
  'reject',
  'reject all',
  'decline',
  'refuse',
  'deny',
  'disagree',
  'opt out',
  'do not accept',
  "don't accept",
  'do not agree',
  "don't agree",
  'do not consent',
  'do not allow',
  "don't allow",
  'without accepting',
  'without agreeing',
  // de
  'ablehnen',
  'alle ablehnen',
  'verweigern',
  'nicht zustimmen',
  'ohne zustimmung',
  'ohne einwilligung',
  // fr
  'refuser',
  'tout refuser',
  'je refuse',
  'sans accepter',
  'rejeter',
  // es
  'rechazar',
  'denegar',
  'no acepto',
  'sin aceptar',
  // it
  'rifiuta',
  'rifiutare',
  'rifiuto',
  'senza accettare',
  // nl
  'weigeren',
  'weiger',
  'afwijzen',
  'niet accepteren',
  'alleen functionele*',
  // pt
  'rejeitar',
  'recusar',
  'sem aceitar',
  'não aceito',
  // pl
  'odrzuć*',
  'odmów*',
  'nie zgadzam się',
  'nie wyrażam zgody',
  // sv
  'avvisa',
  'neka',
  'avböj',
  // da, nb
  'afvis',
  'afslå',
  'avvis',
  'avslå',
  // fi
  'hylkää',
  'kieltäydy',
  'kiellä',
  'vain pakolliset',
  // cs
  'odmítnout',
  'odmítám',
  'zamítnout',
  'nesouhlasím',
  // ja
  '拒否',
  '同意しない',
  '許可しない',
];

/** These phrases mean “decline” only if they are the whole label. Commas are ignored. */
export const DECLINE_LABELS: readonly string[] = [
  'no thanks',
  'no thank you',
  'nein danke',
  'non merci',
  'no gracias',
];

/** A label with one of these phrases declines all other cookies, as “Accept necessary cookies” does. */
export const ESSENTIAL_PHRASES: readonly string[] = [
  'necessary',
  'essential',
  'essentials',
  'required',
  'notwendig*',
  'erforderlich*',
  'essenziell*',
  'nécessaires',
  'essentiels',
  'necesarias',
  'necesarios',
  'esenciales',
  'necessari',
  'essenziali',
  'noodzakelijk*',
  'necessários',
  'essenciais',
  'niezbędn*',
  'konieczn*',
  'nödvändig*',
  'nødvendig*',
  'välttämättöm*',
  'nezbytn*',
  'nutn*',
  '必要',
  '必須',
];

/** Phrases that reverse `ESSENTIAL_PHRASES`: “non-essential”, “accept all”. */
export const NEGATING_PHRASES: readonly string[] = [
  'non',
  'not',
  'unnecessary',
  'nicht',
  'all',
  'alle',
  'no',
  'niet',
  'icke',
  'ikke',
];
