/** Data: labels of buttons that neither accept nor decline. See `index.ts` for the notation. */

/** Labels that close a banner without an answer, or postpone the answer. */
export const CLOSE_LABELS: readonly string[] = [
  'close',
  'close banner',
  'close cookie banner',
  'close message',
  'close this',
  'dismiss',
  'hide',
  'later',
  'maybe later',
  'not now',
  'x',
  '×',
  '✕',
  '✖',
  'schließen', // de
  'fermer', // fr
  'cerrar', // es
  'chiudi', // it
  'sluiten', // nl
  'fechar', // pt
  'zamknij', // pl
  'stäng', // sv
  'luk', // da
  'lukk', // nb
  'sulje', // fi
  'zavřít', // cs
  '閉じる', // ja
];

/** A label with one of these phrases opens settings or a policy, or leads to a subscription. */
export const OTHER_BUTTON_PHRASES: readonly string[] = [
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
