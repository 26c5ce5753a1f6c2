/** `parley doctor`: checks the installation and explains how to fix problems. */
import { accessSync, constants, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  createModelPlan,
  type ModelFlags,
  createBrowserPlan,
  type BrowserFlags,
  type RankerFlags,
  createRankerPlan,
} from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { createFileMemory, probeServer } from '../../llm/index.js';
import { createSurface, openBrowser } from '../../page/index.js';
import { BUNDLED_ENCODER_FOLDER, cacheFolder, loadModel, ModelError, tryDevices } from '../../rank/index.js';
import { createRedactor, WELL_KNOWN_KEYS } from '../../secrets/index.js';
import { withInterrupt } from '../interrupt.js';
import { modelOptions } from '../model-options.js';
import { browserOptions, rankerOptions } from '../options.js';
import { version } from '../../assembly/version.js';

interface Args extends BrowserFlags, RankerFlags, ModelFlags {
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

async function checkBrowser(args: Args): Promise<Finding[]> {
  try {
    const plan = createBrowserPlan(args);
    const began = performance.now();
    const opened = await openBrowser(plan.browser);
    try {
      const opening = await opened.openContext({ ...plan.context, egress: plan.createEgressOptions() });
      try {
        const { context, page, owns } = opening;
        const surface = await createSurface(context, { page, owns });
        await surface.open(
          'data:text/html,<title>t</title><button>Works</button>',
          new AbortController().signal,
        );
        const observation = await surface.observe({ weblinx: true }, new AbortController().signal);
        await surface.close();
        const rendersPages =
          observation.candidates.some((candidate) => candidate.name === 'Works') &&
          observation.weblinx?.screenshot;
        const detail = `${opened.version} at ${opened.name}, first page read in ${Math.round(performance.now() - began)} ms`;
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
        await opening.close();
      }
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return [{ what: 'Browser', state: 'problem', detail: error.message, next: error.next }];
  }
}

async function checkRanker(args: Args): Promise<Finding> {
  const what = 'Ranker';
  try {
    const { name, folder, device } = createRankerPlan(args);
    if (!folder) return { what, state: 'ok', detail: `${name}: lexical, no model to load` };
    const info = await loadModel(folder, device);
    const detail = `${name} on ${info.device}, loaded in ${info.ms} ms`;
    const refused = info.trials.find((trial) => trial.device === device)?.note;
    return device === 'auto' || info.device === device
      ? { what, state: 'ok', detail }
      : {
          what,
          state: 'problem',
          detail: `${detail}; ${device} cannot be used: ${refused ?? 'it could not be opened'}`,
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

/** Reports each device of this system. An unusable device is not a problem, because the CPU always works. */
async function checkDevices(args: Args): Promise<Finding[]> {
  if (!args.devices) return [];
  const trials = await withInterrupt((signal) => tryDevices(BUNDLED_ENCODER_FOLDER, { signal }));
  return trials.map(({ device, correct, speed, note }) => ({
    what: device,
    state: correct && speed! > 1 ? 'ok' : 'note',
    detail: note,
  }));
}

function checkResults(): Finding {
  const folder = resolve('results');
  const target = existsSync(folder) ? folder : process.cwd();
  try {
    accessSync(target, constants.W_OK);
    return { what: 'Results', state: 'ok', detail: folder };
  } catch {
    return {
      what: 'Results',
      state: 'problem',
      detail: `${target} is not writable`,
      next: 'Name another folder with --results.',
    };
  }
}

/** Flags that a conversation needs to reach the same model. */
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

/** Quotes a word for a POSIX shell. */
const shellQuote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The `parley chat` command that uses the model just tested. */
function suggestChatCommand(args: Args): string {
  const given = args as unknown as Record<string, unknown>;
  const flags = MODEL_FLAGS.flatMap((name) =>
    [given[name] ?? []].flat().map((value) => `--${name} ${shellQuote(String(value))}`),
  );
  return ['parley chat https://example.org', ...flags].join(' ');
}

/** Reports the default navigator, and how to use the model. */
function checkNavigator(args: Args, { state }: Finding): Finding {
  const what = 'Navigator';
  if (state === 'ok')
    return { what, state, detail: 'chat with this model, direct without it', next: suggestChatCommand(args) };
  return { what, state: 'ok', detail: 'direct (built in)' };
}

/** Asks the model two short questions and remembers its capabilities. */
async function checkModel(args: Args): Promise<Finding> {
  const what = 'Model';
  try {
    const signal = new AbortController().signal;
    const plan = await createModelPlan(args, process.env, signal);
    if (!plan) {
      const setKeys = WELL_KNOWN_KEYS.filter((name) => process.env[name]);
      const keys = setKeys.length ? `; ${setKeys.join(', ')} set` : '';
      return {
        what,
        state: 'note',
        detail: `none configured${keys}; the built-in navigator needs none`,
        next: 'Name one with --model or PARLEY_MODEL, and its server with --base-url or PARLEY_BASE_URL.',
      };
    }
    const redactor = createRedactor();
    for (const [name, value] of plan.secrets) redactor.add(name, value);
    const memory = createFileMemory(cacheFolder(process.env));
    const { state, sentence, next } = await probeServer(plan.settings, { redactor, memory }, signal);
    return { what, state, detail: sentence, ...(next === undefined ? {} : { next }) };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { what, state: 'problem', detail: error.message, next: error.next };
  }
}

const STATE_LABELS = { ok: 'ok     ', problem: 'PROBLEM', note: 'note   ' };

async function handle(args: Args): Promise<void> {
  const findings: Finding[] = [
    { what: 'Parley', state: 'ok', detail: version },
    checkNode(),
    ...(await checkBrowser(args)),
    await checkRanker(args),
    ...(await checkDevices(args)),
    checkResults(),
  ];
  const modelFinding = await checkModel(args);
  findings.push(modelFinding, checkNavigator(args, modelFinding));
  if (args.json) console.log(JSON.stringify(findings));
  else
    for (const { what, state, detail, next } of findings) {
      console.log(`${STATE_LABELS[state]}  ${what.padEnd(11)} ${detail}`);
      if (next) console.log(`${' '.repeat(21)}${next}`);
    }
  if (findings.some((finding) => finding.state === 'problem')) process.exitCode = 5;
}

export const doctorCommand: CommandModule<object, Args> = {
  command: 'doctor',
  describe: 'Check what works here and how to fix the rest',
  builder: (yargs) =>
    modelOptions(rankerOptions(browserOptions(yargs)))
      .option('devices', {
        type: 'boolean',
        default: false,
        describe: 'Test every device the ranker could use',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print findings as JSON' })
      .example('$0 doctor --model qwen2.5vl:7b --base-url http://127.0.0.1:11434', 'test a model server'),
  handler: handle,
};
