/** Command-line switches for Chromium, besides Playwright's own. Data only. */

/**
 * Features that Playwright 1.65 disables. Chromium uses only the last `--disable-features`, so this list repeats
 * them; a test compares it with Playwright's switches.
 */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * The address bar's suggestion popups are web pages with a process per context. Without them a context costs half
 * as much (`npm run bench -- browser`).
 */
const ADDRESS_BAR_POPUPS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** The spare renderer process per context, which most contexts never use. */
const SPARE_RENDERER = ['SpareRendererForSitePerProcess'];

/** Disables browser pages and processes that sessions do not use. */
export const DISABLED_FEATURES = `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR_POPUPS, ...SPARE_RENDERER].join(',')}`;

/** Keeps the browser from making requests of its own, such as update checks and field trials. */
export const SWITCHES: readonly string[] = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-first-run',
  // WebRTC would bypass the proxy by UDP. Chrome reads the first of the two, its headless shell the second.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  DISABLED_FEATURES,
];
