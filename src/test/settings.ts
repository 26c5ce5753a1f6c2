/**
 * What the command line asks of tests, `parley test`'s or Playwright's own behind `--`: it crosses to their processes
 * in one environment variable.
 */
import type { NavigatorFlags, RankerFlags, BrowserFlags, SentenceFlags } from '../assembly/index.js';
import type { Banners, ConfirmPolicy } from '../policy/index.js';

/** How scenarios are held; each may stand in `use` of a config, and on the command line of `parley test`. */
export interface ParleyOptions
  extends
    Omit<NavigatorFlags, 'navigator' | 'model'>,
    Omit<RankerFlags, 'ranker'>,
    SentenceFlags,
    Pick<BrowserFlags, 'allowHost' | 'allowPrivate' | 'allowUpload' | 'proxy' | 'proxyAuthEnv'> {
  /** What is done about cookie banners; they are left where they are, unless it says so. */
  banners?: Banners;
  /** What holds for acts that cannot be taken back, over the scenario's own. */
  confirm?: ConfirmPolicy;
  /** When the whole demonstration is attached to a test. */
  demonstration?: 'always' | 'on-failure' | 'never';
}

export interface ScenarioOptions {
  /** Who decides: `direct`, `chat`, `weblinx[:family]`; `chat` where a model is named, else `direct`. */
  navigator: string | undefined;
  /** The language model, by the name that its server has for it. */
  model: string | undefined;
  /** What orders elements. */
  ranker: string | undefined;
  parleyOptions: ParleyOptions;
}

export interface RunSettings {
  /** Folder of this run: report, summary, outputs. */
  folder?: string;
  /** Where `parley test` was started. */
  cwd?: string;
  /** Scenario files of `parley test`. */
  files?: string[];
  /** What tests are said to be written in. Playwright's window finds those to run by their spec. */
  location?: 'spec' | 'scenario';
  /** Scenarios are listed and not held: no report is made. */
  list?: boolean;
  /** Reporters besides Parley's. */
  reporters?: string[];
  navigator?: string;
  model?: string;
  ranker?: string;
  options?: ParleyOptions;
  /** Of the scenarios that specs define, those whose path or name has one of these in it. */
  scenarios?: string[];
  vars?: Record<string, string>;
  seed?: number;
  /** Runs of each scenario, in place of its own number. */
  repeat?: number;
  /** File that the run is put beside. */
  baseline?: string;
  /** The run becomes the baseline. */
  updateBaseline?: boolean;
}

export const SETTINGS = 'PARLEY_TEST';

/** Tells workers that this run has Parley's reporter. */
export const REPORTING = 'PARLEY_REPORTING';

export function runSettings(env: NodeJS.ProcessEnv = process.env): RunSettings {
  const text = env[SETTINGS];
  return text ? (JSON.parse(text) as RunSettings) : {};
}

/** Playwright's own option, as the proxy beyond Parley's: every context of a conversation is behind that one. */
export function withProxy(
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

/** What the command line says wins over what the config says. */
export function withSettings(chosen: ScenarioOptions): ScenarioOptions {
  const { navigator, model, ranker, options } = runSettings();
  return {
    navigator: navigator ?? chosen.navigator,
    model: model ?? chosen.model,
    ranker: ranker ?? chosen.ranker,
    parleyOptions: { ...chosen.parleyOptions, ...options },
  };
}
