/**
 * Data: words of cookie banners in the languages that sites greet with. Written as people write them; case and
 * accents do not count. A phrase is met as whole words; `*` at its end stands for any ending.
 */

/** What the banner is about. */
export const COOKIES: readonly string[] = [
  'cookie*',
  'traceurs', // fr
  'témoins de connexion',
  'ciasteczk*', // pl
  'plik* cookie*',
  'kakor', // sv
  'informasjonskapsl*', // nb
  'eväste*', // fi
  'クッキー', // ja
];

/** What makes it consent and not baking: how cookies are spoken of where they are asked for. */
export const CONSENT: readonly string[] = [
  // en
  'use cookies',
  'uses cookies',
  'using cookies',
  'use of cookies',
  'use essential cookies',
  'use optional cookies',
  'use necessary cookies',
  'store cookies',
  'set cookies',
  'accept cookies',
  'cookie policy',
  'cookies policy',
  'cookie notice',
  'cookie settings',
  'cookie preferences',
  'cookie consent',
  'cookie choices',
  'about cookies',
  'your cookies',
  'essential cookies',
  'necessary cookies',
  'analytics cookies',
  'marketing cookies',
  'similar technologies',
  'consent',
  'privacy',
  'personal data',
  'tracking',
  'gdpr',
  // de
  'verwende* cookies',
  'nutz* cookies',
  'setz* cookies',
  'verwendung von cookies',
  'einwilligung',
  'datenschutz*',
  'zustimm*',
  'personenbezogene*',
  'notwendige*',
  // fr
  'utilis*',
  'consentement',
  'vie privée',
  'confidentialité',
  'données personnelles',
  'dépos*',
  // es
  'utiliza*',
  'usamos',
  'consentimiento',
  'privacidad',
  'datos personales',
  // it
  'utilizza*',
  'usiamo',
  'consenso',
  'dati personali',
  // nl
  'gebruik*',
  'toestemming',
  'persoonsgegevens',
  // pt
  'usamos',
  'utiliza*',
  'consentimento',
  'privacidade',
  'dados pessoais',
  // pl
  'używa*',
  'wykorzyst*',
  'zgod*',
  'prywatnoś*',
  // sv, da, nb
  'använd*',
  'samtyck*',
  'integritet*',
  'bruger',
  'anvender',
  'samtykke*',
  'privatliv*',
  'bruker',
  'personvern*',
  // fi
  'käyt*',
  'suostumu*',
  'yksityisyy*',
  'tietosuoja*',
  // cs
  'používá*',
  'využívá*',
  'souhlas*',
  'soukromí',
  // ja
  '使用',
  '利用',
  '同意',
  'プライバシー',
];

/** What such a box is about when it is not, whatever it says of cookies beside it: those are left alone. */
export const OTHER_MATTERS: readonly string[] = [
  'newsletter*',
  'subscribe',
  'sign up',
  'mailing list',
  '% off',
  'discount',
  'rabatt',
  'abonnez-vous',
  'suscríbete',
  'iscriviti',
  'inscrever',
  'years old',
  'years of age',
  'over 18',
  'over 21',
  '18 or older',
  '21 or older',
  'legal age',
  'legal drinking age',
  'age verification',
  'verify your age',
  'date of birth',
  'jahre alt',
  'volljährig',
  'ans ou plus',
  'majeur',
  'mayor de edad',
  'maggiorenne',
  '18 jaar',
];

/** Boxes are often called what they are, whatever language they speak. */
export const CALLED_SO =
  /cookie|gdpr|ccpa|\bcmp\b|consent[-_]?(?:banner|bar|manager|popup|pop-up|overlay|dialog|modal|notice|layer)|onetrust|didomi|usercentrics|truste|quantcast|sp_message|qc-cmp|iubenda|klaro|osano|complianz/iu;

/** Buttons that lead on to a second step, or ask for money: never a refusal, never an acceptance. */
export const ELSEWHERE: readonly string[] = [
  // en
  'settings',
  'preferences',
  'options',
  'manage',
  'customise',
  'customize',
  'configure',
  'choose',
  'details',
  'more information',
  'learn more',
  'more info',
  'policy',
  'partners',
  'vendors',
  'purposes',
  'selection',
  'my choices',
  'subscribe',
  'pay',
  // de
  'einstellungen',
  'anpassen',
  'verwalten',
  'auswahl',
  'details',
  'mehr erfahren',
  'mehr informationen',
  'optionen',
  'datenschutzerklärung',
  'abonnieren',
  'abo',
  // fr
  'paramétrer',
  'paramètres',
  'personnaliser',
  'gérer',
  'préférences',
  'en savoir plus',
  "s'abonner",
  // es
  'configurar',
  'configuración',
  'ajustes',
  'preferencias',
  'personalizar',
  'gestionar',
  'más información',
  'suscribir*',
  // it
  'impostazioni',
  'personalizza',
  'preferenze',
  'gestisci',
  'scopri di più',
  'abbonati',
  // nl
  'instellingen',
  'voorkeuren',
  'aanpassen',
  'beheren',
  'meer informatie',
  // pt
  'configurações',
  'definições',
  'preferências',
  'gerir',
  'gerenciar',
  'saber mais',
  // pl
  'ustawienia',
  'dostosuj',
  'zarządzaj',
  'preferencje',
  'więcej',
  // sv, da, nb
  'inställningar',
  'anpassa',
  'hantera',
  'indstillinger',
  'tilpas',
  'innstillinger',
  'tilpass',
  'administrer',
  // fi
  'asetukset',
  'muokkaa',
  'hallitse',
  'lisätietoja',
  // cs
  'nastavení',
  'nastavit',
  'upravit',
  'spravovat',
  'více informací',
  // ja
  '設定',
  '詳細',
  'カスタマイズ',
  '管理',
];

/** Buttons that consent to nothing, or to no more than the site needs to work. */
export const DECLINE: readonly string[] = [
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

/** What the site needs to work: "accept the necessary ones" is a refusal of all others. */
export const ESSENTIAL: readonly string[] = [
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

/** Words that turn the one before around: "non-essential". */
export const NOT: readonly string[] = [
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

export const ACCEPT: readonly string[] = [
  // en
  'accept',
  'allow',
  'agree',
  'i consent',
  'consent',
  'enable all',
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

/** The button of a notice that leaves no choice; only where it is the whole label. */
export const ACCEPT_ALONE: readonly string[] = [
  'ok',
  'okay',
  'got it',
  'understood',
  'i understand',
  'continue',
  'yes',
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
