/**
 * Passes settings from the command line to the test processes in an environment variable. The settings are flags of
 * `parley test`, or options after `--` on Playwright's command line.
 */
import type {
  HealPolicy,
  NavigatorFlags,
  RankerFlags,
  BrowserFlags,
  JudgeFlags,
  SentenceModelFlags,
} from '../assembly/index.js';
import type { BannerPolicy, ConfirmPolicy, ConsentWords } from '../policy/index.js';

/** Options for running scenarios; each can be set in `use` of a config and on the command line of `parley test`. */
export interface ParleyOptions
  extends
    Omit<NavigatorFlags, 'navigator' | 'model'>,
    Omit<RankerFlags, 'ranker'>,
    SentenceModelFlags,
    JudgeFlags,
    Pick<BrowserFlags, 'allowHost' | 'allowPrivate' | 'allowUpload' | 'proxy' | 'proxyAuthEnv'> {
  /** What to do about cookie banners; `leave` by default. */
  banners?: BannerPolicy;
  /** Consent policy for irreversible actions; overrides the scenario's policy. */
  confirm?: ConfirmPolicy;
  /** Your own words on controls for irreversible actions. In each class, they replace the scenario's words. */
  confirmWords?: ConsentWords;
  /** What to do about lines of a replay that no longer match the page; overrides the scenario's setting. */
  heal?: HealPolicy;
  /** When to attach the whole demonstration to a test. */
  demonstration?: AttachCondition;
  /** When to attach the conversation's report; `on-failure` by default, `always` in `parley test` without a config. */
  report?: AttachCondition;
}

export type AttachCondition = 'always' | 'on-failure' | 'never';

export interface ScenarioOptions {
  /**
   * `direct`, `chat`, `webvoyager[:text]`, `step[:mode]` or `weblinx[:family]`; by default `chat` if a model is set,
   * otherwise `direct`.
   */
  navigator: string | undefined;
  /** The language model's name on its server. */
  model: string | undefined;
  ranker: string | undefined;
  parleyOptions: ParleyOptions;
}

export interface RunSettings {
  /** Folder for the run's report, summary and outputs. */
  folder?: string;
  /** Working directory of `parley test`. */
  cwd?: string;
  /** Whether `parley test` uses its own Playwright config. */
  isBuiltIn?: boolean;
  /** Scenario files of `parley test`. */
  files?: string[];
  /** The location to report for the tests. Playwright's UI mode needs `spec`, because it selects tests by spec. */
  location?: 'spec' | 'scenario';
  /** List the scenarios without running them; no report is written. */
  list?: boolean;
  /** Reporters to use in addition to Parley's. */
  reporters?: string[];
  navigator?: string;
  model?: string;
  ranker?: string;
  options?: ParleyOptions;
  /** Run only scenarios whose path or name contains one of these. */
  scenarios?: string[];
  vars?: Record<string, string>;
  seed?: number;
  /** Number of runs per scenario; overrides the number in the scenario. */
  repeat?: number;
  /** Baseline file to compare the run with. */
  baseline?: string;
  /** Write the run to the baseline. */
  updateBaseline?: boolean;
}

export const SETTINGS_VARIABLE = 'PARLEY_TEST';

/** The environment variable that tells workers that this run uses Parley's reporter. */
export const REPORTER_VARIABLE = 'PARLEY_REPORTING';

export function readRunSettings(env: NodeJS.ProcessEnv = process.env): RunSettings {
  const text = env[SETTINGS_VARIABLE];
  return text ? (JSON.parse(text) as RunSettings) : {};
}

/** Makes Playwright's `proxy` option the upstream proxy of Parley's own proxy, which every context uses. */
export function applyProxy(
  options: ParleyOptions,
  proxy: { server: string; username?: string; password?: string } | undefined,
): ParleyOptions {
  if (!proxy || options.proxy !== undefined) return options;
  const url = new URL(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy.server) ? proxy.server : `http://${proxy.server}`,
  );
  if (proxy.username) url.username = encodeURIComponent(proxy.username);
  if (proxy.password) url.password = encodeURIComponent(proxy.password);
  return { ...options, proxy: url.href };
}

/** Overrides options from the config with settings from the command line. */
export function applyRunSettings(configured: ScenarioOptions): ScenarioOptions {
  const { navigator, model, ranker, options } = readRunSettings();
  return {
    navigator: navigator ?? configured.navigator,
    model: model ?? configured.model,
    ranker: ranker ?? configured.ranker,
    parleyOptions: { ...configured.parleyOptions, ...options },
  };
}
