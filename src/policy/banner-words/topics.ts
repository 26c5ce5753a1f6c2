/** Data: phrases that distinguish cookie banners from other overlays. See `index.ts` for the notation. */

/** A cookie banner contains one of these phrases. */
export const COOKIE_PHRASES: readonly string[] = [
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

/** A cookie banner also contains one of these phrases; a recipe for cookies does not. */
export const CONSENT_PHRASES: readonly string[] = [
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

/** If `findBanner` accepts lenient evidence, one of these phrases near a button is enough. */
export const PRIVACY_PHRASES: readonly string[] = [
  'consent',
  'gdpr',
  'privacy policy',
  'privacy settings',
  'privacy choices',
  'privacy preferences',
  'we value your privacy',
  'tracking',
];

/** An overlay with one of these phrases is not a cookie banner, even if it mentions cookies. */
export const OTHER_TOPIC_PHRASES: readonly string[] = [
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

/** Ids, classes and frame names of banners and consent managers; they are the same in every language. */
export const BANNER_NAME_PATTERN =
  /cookie|gdpr|ccpa|\bcmp\b|consent[-_]?(?:banner|bar|manager|popup|pop-up|overlay|dialog|modal|notice|layer)|onetrust|didomi|usercentrics|truste|quantcast|sp_message|qc-cmp|iubenda|klaro|osano|complianz/iu;

/** If `findBanner` accepts lenient evidence, an element whose markup contains one of these may have a long text. */
export const CONSENT_NAME_PATTERN = /cookie|consent|gdpr|cmp\b/iu;
