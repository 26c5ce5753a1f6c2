/** Data: labels of buttons that accept cookies. See `index.ts` for the notation. */

/** A label that contains one of these phrases means “accept”. */
export const ACCEPT_PHRASES: readonly string[] = [
  // en
  'accept',
  'allow',
  'agree',
  'i consent',
  'consent',
  'enable all',
  'enable everything',
  'enable cookies',
  // de
  'akzeptieren',
  'akzeptiere',
  'annehmen',
  'zustimmen',
  'einverstanden',
  'erlauben',
  'zulassen',
  // fr
  'accepter',
  "j'accepte",
  'autoriser',
  // es
  'aceptar',
  'acepto',
  'permitir',
  // it
  'accetta',
  'accettare',
  'accetto',
  'acconsento',
  'consenti',
  // nl
  'accepteren',
  'accepteer',
  'akkoord',
  'toestaan',
  // pt
  'aceitar',
  'aceito',
  'concordo',
  // pl
  'akceptuj*',
  'zaakceptuj*',
  'zgadzam się',
  'zezwól*',
  'przyjmij',
  // sv
  'acceptera',
  'godkänn',
  'tillåt',
  // da, nb
  'accepter',
  'accepter alle',
  'tillad',
  'godkend',
  'godta',
  'aksepter',
  'tillat',
  // fi
  'hyväksy',
  'salli',
  // cs
  'přijmout',
  'souhlasím',
  'povolit',
  'akceptovat',
  // ja
  '同意',
  '許可',
  '承諾',
  '受け入れ',
];

/** These phrases mean “accept” only if they are the whole label, as in a notice with a single button. */
export const ACCEPT_LABELS: readonly string[] = [
  'ok',
  'okay',
  'got it',
  'understood',
  'i understand',
  'continue',
  'yes',
  'fine',
  "that's ok",
  "that's fine",
  'thats ok',
  'thats fine',
  'sounds good',
  'enable',
  'enable and close',
  'enable and continue',
  'verstanden',
  "d'accord",
  'compris',
  'entendido',
  'ho capito',
  'begrepen',
  'entendi',
  'rozumiem',
  'jag förstår',
  'jeg forstår',
  'selvä',
  'rozumím',
  '了解',
];
