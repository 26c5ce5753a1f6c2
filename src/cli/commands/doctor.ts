/** `parley doctor`: checks the installation and explains how to fix problems. */
import { accessSync, constants, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  applySettings,
  type AppliedSettings,
  createModelPlan,
  type ModelFlags,
  createBrowserPlan,
  type BrowserFlags,
  type RankerFlags,
  createRankerPlan,
  withSettingSources,
} from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { CONFIG_NAME, type Configuration } from '../../config/index.js';
import { getColumnCount, wrapText } from '../../instructor/index.js';
import { createFileKnowledgeStore, discoverServers, probeServer, type FoundServer } from '../../llm/index.js';
import { createSurface, openBrowser } from '../../page/index.js';
import {
  BUNDLED_ENCODER_FOLDER,
  getCacheFolder,
  loadModel,
  ModelError,
  tryDevices,
} from '../../rank/index.js';
import { createRedactor, WELL_KNOWN_KEY_VARIABLES } from '../../secrets/index.js';
import { DEFAULT_RESULTS, readCommandConfiguration } from '../configuration.js';
import { discoveryOption, type DiscoveryFlag } from '../discovery-option.js';
import { findFirstModel, formatServers, formatModelFlags } from '../found-servers.js';
import { withInterrupt } from '../interrupt.js';
import { modelOptions } from '../model-options.js';
import { browserOptions, rankerOptions } from '../options.js';
import { quoteForShell } from '../shell-quote.js';
import { version } from '../../assembly/version.js';

interface Args extends BrowserFlags, RankerFlags, ModelFlags, DiscoveryFlag {
  devices: boolean;
  json: boolean;
}

interface Finding {
  what: string;
  state: 'ok' | 'problem' | 'note';
  detail: string;
  next?: string;
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isSupported = major > 20 || (major === 20 && minor >= 19);
  return isSupported
    ? { what: 'Node', state: 'ok', detail: process.versions.node }
    : {
        what: 'Node',
        state: 'problem',
        detail: `${process.versions.node} is too old`,
        next: 'Install Node 20.19 or newer.',
      };
}

/** The settings in use. With them, an error message can say where a setting comes from. */
type SettingSources = Pick<AppliedSettings<Args>, 'usedSettings'>;

async function checkBrowser(args: Args, sources: SettingSources): Promise<Finding[]> {
  try {
    const plan = await withSettingSources(sources, () => createBrowserPlan(args));
    const startedAt = performance.now();
    const browser = await withSettingSources(sources, () => openBrowser(plan.browser));
    try {
      const openedContext = await browser.openContext({
        ...plan.context,
        egress: plan.createEgressOptions(),
      });
      try {
        const { context, page, ownsTab } = openedContext;
        const surface = await createSurface(context, { page, ownsTab });
        await surface.open(
          'data:text/html,<title>t</title><button>Works</button>',
          new AbortController().signal,
        );
        const observation = await surface.observe({ weblinx: true }, new AbortController().signal);
        await surface.close();
        const rendersPages =
          observation.candidates.some((candidate) => candidate.name === 'Works') &&
          observation.weblinx?.screenshot;
        const detail = `${browser.version} at ${browser.name}, first page read in ${Math.round(performance.now() - startedAt)} ms`;
        return [
          rendersPages
            ? { what: 'Browser', state: 'ok', detail }
            : {
                what: 'Browser',
                state: 'problem',
                detail: `${detail}, but it does not render pages`,
                next: 'Try another browser with --browser-path.',
              },
        ];
      } finally {
        await openedContext.close();
      }
    } finally {
      await browser.close();
    }
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return [{ what: 'Browser', state: 'problem', detail: error.message, next: error.next }];
  }
}

async function checkRanker(args: Args, sources: SettingSources): Promise<Finding> {
  const what = 'Ranker';
  try {
    const { name, folder, device } = await withSettingSources(sources, () => createRankerPlan(args));
    if (!folder) return { what, state: 'ok', detail: `${name}: lexical, no model to load` };
    const info = await loadModel(folder, device);
    const detail = `${name} on ${info.device}, loaded in ${info.ms} ms`;
    const refusalReason = info.deviceTrials.find((trial) => trial.device === device)?.note;
    return device === 'auto' || info.device === device
      ? { what, state: 'ok', detail }
      : {
          what,
          state: 'problem',
          detail: `${detail}; ${device} cannot be used: ${refusalReason ?? 'it could not be opened'}`,
          next: 'Remove --ranker-device, or see docs/ranker.md for what the device needs.',
        };
  } catch (error) {
    if (error instanceof ModelError)
      return { what, state: 'problem', detail: `${error.path}: ${error.fault}`, next: error.hint };
    if (error instanceof ParleyError)
      return { what, state: 'problem', detail: error.message, next: error.next };
    throw error;
  }
}

/** Reports each of this system's devices. An unusable device is not a problem, because the CPU can always be used. */
async function checkDevices(args: Args): Promise<Finding[]> {
  if (!args.devices) return [];
  const trials = await withInterrupt((signal) => tryDevices(BUNDLED_ENCODER_FOLDER, { signal }));
  return trials.map(({ device, correct, speed, note }) => ({
    what: device,
    state: correct && speed! > 1 ? 'ok' : 'note',
    detail: note,
  }));
}

function checkResults(results: string): Finding {
  const folder = resolve(results);
  const target = existsSync(folder) ? folder : process.cwd();
  try {
    accessSync(target, constants.W_OK);
    return { what: 'Results', state: 'ok', detail: folder };
  } catch {
    return {
      what: 'Results',
      state: 'problem',
      detail: `${target} is not writable`,
      next: 'Choose another folder with --results.',
    };
  }
}

/** Flags that `parley chat` needs in order to use the same model. */
const MODEL_FLAGS = [
  'model',
  'base-url',
  'model-protocol',
  'api-key-env',
  'api-key-command',
  'model-header',
  'model-body',
  'model-timeout',
  'context-tokens',
] as const;

/** Returns the `parley chat` command that uses the model that was just tested. */
function suggestChatCommand(args: Args): string {
  const flagValues = args as unknown as Record<string, unknown>;
  const flags = MODEL_FLAGS.flatMap((name) =>
    [flagValues[name] ?? []].flat().map((value) => `--${name} ${quoteForShell(String(value))}`),
  );
  return ['parley chat https://example.org', ...flags].join(' ');
}

/** Reports which navigator is the default, and how to use the model. */
function checkNavigator(args: Args, { state }: Finding): Finding {
  const what = 'Navigator';
  if (state === 'ok')
    return { what, state, detail: 'chat with this model, direct without it', next: suggestChatCommand(args) };
  return { what, state: 'ok', detail: 'direct (built in)' };
}

/** Reports that no model is configured, and lists the models that are available on this machine. */
async function describeMissingModel(serverSearch: Promise<FoundServer[]> | null): Promise<Finding> {
  const setKeys = WELL_KNOWN_KEY_VARIABLES.filter((name) => process.env[name]);
  const keys = setKeys.length ? `; ${setKeys.join(', ')} set` : '';
  const servers = (await serverSearch) ?? [];
  const suggestion = findFirstModel(servers);
  return {
    what: 'Model',
    state: 'note',
    detail: `none configured${keys}; ${serverSearch ? `found ${formatServers(servers)}; ` : ''}the built-in navigator needs none`,
    next: suggestion
      ? `parley chat https://example.org ${formatModelFlags(suggestion.model, suggestion.server)}`
      : 'Choose one with --model or PARLEY_MODEL, and its server with --base-url or PARLEY_BASE_URL.',
  };
}

/** Asks the model two short questions and stores its capabilities for later runs. */
async function checkModel(
  args: Args,
  serverSearch: Promise<FoundServer[]> | null,
  sources: SettingSources,
): Promise<Finding> {
  const what = 'Model';
  try {
    const signal = new AbortController().signal;
    const plan = await withSettingSources(sources, () => createModelPlan(args, process.env, signal));
    if (!plan) return await describeMissingModel(serverSearch);
    const redactor = createRedactor();
    for (const [name, value] of plan.secrets) redactor.add(name, value);
    const knowledgeStore = createFileKnowledgeStore(getCacheFolder(process.env));
    const { state, sentence, next } = await probeServer(plan.settings, { redactor, knowledgeStore }, signal);
    return { what, state, detail: sentence, ...(next === undefined ? {} : { next }) };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { what, state: 'problem', detail: error.message, next: error.next };
  }
}

/** Total width of the columns before the text of a finding. */
const INDENT = 21;

/** Wraps text to the terminal's width and indents continuation lines to align with the first. */
function wrapAndIndent(text: string): string {
  const columns = getColumnCount(process.stdout);
  const lines = wrapText(text, columns === null ? null : columns - INDENT).split('\n');
  return lines.map((line) => line.trim()).join(`\n${' '.repeat(INDENT)}`);
}

const STATE_LABELS = { ok: 'ok     ', problem: 'PROBLEM', note: 'note   ' };

function describeConfiguration({ file }: Configuration): Finding {
  const what = 'Config';
  return file === null
    ? { what, state: 'ok', detail: `no ${CONFIG_NAME} here or above; parley init writes one` }
    : { what, state: 'ok', detail: `${file}; parley config prints the settings` };
}

async function handle(commandFlags: Args): Promise<void> {
  const configuration = readCommandConfiguration();
  const appliedSettings = applySettings(commandFlags, configuration.settings());
  const args = appliedSettings.flags;
  const sources = { usedSettings: appliedSettings.usedSettings };
  const shouldDiscoverModels =
    args.model === undefined && (commandFlags.discovery ?? appliedSettings.discovery);
  // The search for models runs during the other checks, so it takes no extra time.
  const serverSearch = shouldDiscoverModels ? discoverServers() : null;
  const findings: Finding[] = [
    { what: 'Parley', state: 'ok', detail: version },
    checkNode(),
    describeConfiguration(configuration),
    ...(await checkBrowser(args, sources)),
    await checkRanker(args, sources),
    ...(await checkDevices(args)),
    checkResults(appliedSettings.results ?? DEFAULT_RESULTS),
  ];
  const modelFinding = await checkModel(args, serverSearch, sources);
  findings.push(modelFinding, checkNavigator(commandFlags, modelFinding));
  if (args.json) console.log(JSON.stringify(findings));
  else
    for (const { what, state, detail, next } of findings) {
      console.log(`${STATE_LABELS[state]}  ${what.padEnd(11)} ${wrapAndIndent(detail)}`);
      // Commands are not wrapped, so that the user can copy them.
      if (next)
        console.log(`${' '.repeat(INDENT)}${next.startsWith('parley ') ? next : wrapAndIndent(next)}`);
    }
  if (findings.some((finding) => finding.state === 'problem')) process.exitCode = 5;
}

export const doctorCommand: CommandModule<object, Args> = {
  command: 'doctor',
  describe: 'Check the installation and explain how to fix problems',
  builder: (yargs) =>
    discoveryOption(modelOptions(rankerOptions(browserOptions(yargs))))
      .option('devices', {
        type: 'boolean',
        default: false,
        describe: 'Test every device that the ranker could use',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print findings as JSON' })
      .example('$0 doctor --model qwen2.5vl:7b --base-url http://127.0.0.1:11434', 'test a model server'),
  handler: handle,
};
