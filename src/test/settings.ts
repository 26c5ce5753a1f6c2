/**
 * Settings from the command line (of `parley test`, or after Playwright's `--`), passed to the test processes in one
 * environment variable.
 */
import type {
  HealPolicy,
  NavigatorFlags,
  RankerFlags,
  BrowserFlags,
  JudgeFlags,
  SentenceFlags,
} from '../assembly/index.js';
import type { BannerPolicy, ConfirmPolicy, ConsentWords } from '../policy/index.js';

/** Options for running scenarios; each can be set in `use` of a config and on the command line of `parley test`. */
export interface ParleyOptions
  extends
    Omit<NavigatorFlags, 'navigator' | 'model'>,
    Omit<RankerFlags, 'ranker'>,
    SentenceFlags,
    JudgeFlags,
    Pick<BrowserFlags, 'allowHost' | 'allowPrivate' | 'allowUpload' | 'proxy' | 'proxyAuthEnv'> {
  /** What to do about cookie banners; `leave` by default. */
  banners?: BannerPolicy;
  /** Consent policy for irreversible actions; overrides the scenario's. */
  confirm?: ConfirmPolicy;
  /** Your own words on controls for irreversible actions; for each class they replace the scenario's. */
  confirmWords?: ConsentWords;
  /** What happens to lines of a replay that no longer fit; overrides the scenario's. */
  heal?: HealPolicy;
  /** When to attach the whole demonstration to a test. */
  demonstration?: AttachCondition;
  /** When to attach the conversation's report; `on-failure` by default, `always` in `parley test` without a config. */
  report?: AttachCondition;
}

export type AttachCondition = 'always' | 'on-failure' | 'never';

export interface ScenarioOptions {
  /** `direct`, `chat`, `webvoyager[:text]`, `step[:mode]` or `weblinx[:family]`; by default `chat` if a model is set, otherwise `direct`. */
  navigator: string | undefined;
  /** The language model's name on its server. */
  model: string | undefined;
  ranker: string | undefined;
  parleyOptions: ParleyOptions;
}

export interface RunSettings {
  /** Folder of this run: report, summary, outputs. */
  folder?: string;
  /** Working directory of `parley test`. */
  cwd?: string;
  /** Whether `parley test` uses its own Playwright config. */
  isBuiltIn?: boolean;
  /** Scenario files of `parley test`. */
  files?: string[];
  /** Reported location of the tests. Playwright's UI mode needs `spec`, because it selects tests by spec. */
  location?: 'spec' | 'scenario';
  /** List the scenarios without running them; no report is written. */
  list?: boolean;
  /** Reporters besides Parley's. */
  reporters?: string[];
  navigator?: string;
  model?: string;
  ranker?: string;
  options?: ParleyOptions;
  /** Run only scenarios whose path or name contains one of these. */
  scenarios?: string[];
  vars?: Record<string, string>;
  seed?: number;
  /** Runs per scenario; overrides the scenario's own number. */
  repeat?: number;
  /** Baseline file to compare the run with. */
  baseline?: string;
  /** Write the run to the baseline. */
  updateBaseline?: boolean;
}

export const SETTINGS_VARIABLE = 'PARLEY_TEST';

/** Set for workers if this run uses Parley's reporter. */
export const REPORTER_VARIABLE = 'PARLEY_REPORTING';

export function readRunSettings(env: NodeJS.ProcessEnv = process.env): RunSettings {
  const text = env[SETTINGS_VARIABLE];
  return text ? (JSON.parse(text) as RunSettings) : {};
}

/** Uses Playwright's `proxy` option as the upstream of Parley's own proxy, which every context goes through. */
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

/** Overrides the config with the command line's settings. */
export function applyRunSettings(configured: ScenarioOptions): ScenarioOptions {
  const { navigator, model, ranker, options } = readRunSettings();
  return {
    navigator: navigator ?? configured.navigator,
    model: model ?? configured.model,
    ranker: ranker ?? configured.ranker,
    parleyOptions: { ...configured.parleyOptions, ...options },
  };
}
