/** Command-line switches for Chromium in addition to Playwright's. Data only. */

/**
 * Features that Playwright 1.65 disables. Chromium uses only the last `--disable-features` switch, so Parley's switch
 * must repeat them. A test compares this list with Playwright's.
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
 * The address bar's suggestion popups are web pages with a process of their own in each context. Without them, a
 * context costs half as much (`npm run bench -- browser`).
 */
const ADDRESS_BAR_POPUPS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** The spare renderer process that each context gets and most contexts never use. */
const SPARE_RENDERER = ['SpareRendererForSitePerProcess'];

/** Disables browser pages and processes that sessions do not use. */
export const DISABLED_FEATURES = `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR_POPUPS, ...SPARE_RENDERER].join(',')}`;

/** These switches also prevent requests by the browser itself, such as update checks and field trials. */
export const SWITCHES: readonly string[] = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-first-run',
  // Without these switches, WebRTC would bypass the proxy through UDP. Chrome reads the first, its headless shell the
  // second.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  DISABLED_FEATURES,
];
