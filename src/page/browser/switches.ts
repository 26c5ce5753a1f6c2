/** What Chromium is started with, beyond what Playwright passes. Data only. */

/**
 * Features that Playwright 1.65 switches off. Of several `--disable-features` Chromium takes the last, so whoever
 * adds one has to repeat them; a test compares the list with what Playwright really passes.
 */
const OFF_IN_PLAYWRIGHT = [
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
 * The address bar's suggestions are web pages of the browser's own: a process for every context, loaded before
 * anything is typed there. Without them a context costs half as much (`npm run bench -- browser`).
 */
const OFF_BESIDES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A process in reserve for the next site, started for every context; most contexts are closed before there is one. */
const OFF_IN_RESERVE = ['SpareRendererForSitePerProcess'];

/** No pages and no processes of the browser's own that nobody uses. */
export const NO_PAGES_OF_ITS_OWN = `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...OFF_BESIDES, ...OFF_IN_RESERVE].join(',')}`;

/** The browser makes no traffic of its own: no update checks, no field trials, no look-ups of vendor hosts. */
export const SWITCHES: readonly string[] = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-first-run',
  // WebRTC would go past the proxy by UDP. Chrome reads the first of the two, its headless shell the second.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  NO_PAGES_OF_ITS_OWN,
];
