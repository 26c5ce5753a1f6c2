/** `parley doctor`: what works here, and what to do about the rest. */
import { accessSync, constants, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  modelPlanOf,
  type ModelFlags,
  browserPlanOf,
  type BrowserFlags,
  type RankerFlags,
  rankerPlanOf,
} from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { createFileMemory, probeServer } from '../../llm/index.js';
import { createSurface, openBrowser } from '../../page/index.js';
import { BUNDLED, cacheFolder, loadModel, ModelProblem, tryDevices } from '../../rank/index.js';
import { createRedactor, WELL_KNOWN_KEYS } from '../../secrets/index.js';
import { interruptible } from '../interrupt.js';
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

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fine = major > 20 || (major === 20 && minor >= 19);
  return fine
    ? { what: 'Node', state: 'ok', detail: process.versions.node }
    : {
        what: 'Node',
        state: 'problem',
        detail: `${process.versions.node} is too old`,
        next: 'Install Node 20.19 or newer.',
      };
}

async function browser(args: Args): Promise<Finding[]> {
  try {
    const plan = browserPlanOf(args);
    const began = performance.now();
    const opened = await openBrowser(plan.browser);
    try {
      const held = await opened.openContext({ ...plan.context, egress: plan.egress() });
      try {
        const { context, page, owns } = held;
        const surface = await createSurface(context, { page, owns });
        await surface.open(
          'data:text/html,<title>t</title><button>Works</button>',
          new AbortController().signal,
        );
        const seen = await surface.observe({ weblinx: true }, new AbortController().signal);
        await surface.close();
        const reads =
          seen.candidates.some((candidate) => candidate.name === 'Works') && seen.weblinx?.screenshot;
        const detail = `${opened.version} at ${opened.name}, first page read in ${Math.round(performance.now() - began)} ms`;
        return [
          reads
            ? { what: 'Browser', state: 'ok', detail }
            : {
                what: 'Browser',
                state: 'problem',
                detail: `${detail}; but it does not show pages`,
                next: 'Try another with --browser-path.',
              },
        ];
      } finally {
        await held.close();
      }
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return [{ what: 'Browser', state: 'problem', detail: error.message, next: error.next }];
  }
}

async function ranker(args: Args): Promise<Finding> {
  const what = 'Ranker';
  try {
    const { name, folder, device } = rankerPlanOf(args);
    if (!folder) return { what, state: 'ok', detail: `${name}: words alone, nothing to load` };
    const info = await loadModel(folder, device);
    const detail = `${name} on ${info.device}, loaded in ${info.ms} ms`;
    const refused = info.trials.find((trial) => trial.device === device)?.note;
    return device === 'auto' || info.device === device
      ? { what, state: 'ok', detail }
      : {
          what,
          state: 'problem',
          detail: `${detail}; ${device} is not used: ${refused ?? 'it could not be opened'}`,
          next: 'Leave --ranker-device out, or see docs/ranker.md for what the device needs.',
        };
  } catch (error) {
    if (error instanceof ModelProblem)
      return { what, state: 'problem', detail: `${error.path}: ${error.fault}`, next: error.hint };
    if (error instanceof ParleyError)
      return { what, state: 'problem', detail: error.message, next: error.next };
    throw error;
  }
}

/** One line a device of this system. What cannot be used is no fault: the processor does it all. */
async function devices(args: Args): Promise<Finding[]> {
  if (!args.devices) return [];
  const trials = await interruptible((signal) => tryDevices(BUNDLED, { signal }));
  return trials.map(({ device, right, speed, note }) => ({
    what: device,
    state: right && speed! > 1 ? 'ok' : 'note',
    detail: note,
  }));
}

function results(): Finding {
  const folder = resolve('results');
  const place = existsSync(folder) ? folder : process.cwd();
  try {
    accessSync(place, constants.W_OK);
    return { what: 'Results', state: 'ok', detail: folder };
  } catch {
    return {
      what: 'Results',
      state: 'problem',
      detail: `${place} cannot be written`,
      next: 'Name another folder with --results.',
    };
  }
}

/** What of the flags a conversation needs to reach the model that was just tried. */
const REACHING = [
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

/** As a shell reads it. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that talks by way of the model, with the flags that it was found by. */
function chatCommand(args: Args): string {
  const given = args as unknown as Record<string, unknown>;
  const flags = REACHING.flatMap((name) =>
    [given[name] ?? []].flat().map((value) => `--${name} ${quoted(String(value))}`),
  );
  return ['parley chat https://example.org', ...flags].join(' ');
}

/** Who decides in a conversation, and how to have the model do so. */
function navigator(args: Args, { state }: Finding): Finding {
  const what = 'Navigator';
  if (state === 'ok')
    return { what, state, detail: 'chat, with this model; direct without', next: chatCommand(args) };
  return { what, state: 'ok', detail: 'direct (built in)' };
}

/** Two small questions; a model that answers is remembered with what it can do. */
async function model(args: Args): Promise<Finding> {
  const what = 'Model';
  try {
    const signal = new AbortController().signal;
    const plan = await modelPlanOf(args, process.env, signal);
    if (!plan) {
      const set = WELL_KNOWN_KEYS.filter((name) => process.env[name]);
      const keys = set.length ? `; ${set.join(', ')} set` : '';
      return {
        what,
        state: 'note',
        detail: `none named${keys}; none needed for the built-in navigator`,
        next: 'Name one with --model or PARLEY_MODEL, its server with --base-url or PARLEY_BASE_URL.',
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

const MARKS = { ok: 'ok     ', problem: 'PROBLEM', note: 'note   ' };

async function handle(args: Args): Promise<void> {
  const findings: Finding[] = [
    { what: 'Parley', state: 'ok', detail: version },
    node(),
    ...(await browser(args)),
    await ranker(args),
    ...(await devices(args)),
    results(),
  ];
  const answer = await model(args);
  findings.push(answer, navigator(args, answer));
  if (args.json) console.log(JSON.stringify(findings));
  else
    for (const { what, state, detail, next } of findings) {
      console.log(`${MARKS[state]}  ${what.padEnd(11)} ${detail}`);
      if (next) console.log(`${' '.repeat(21)}${next}`);
    }
  if (findings.some((finding) => finding.state === 'problem')) process.exitCode = 5;
}

export const doctorCommand: CommandModule<object, Args> = {
  command: 'doctor',
  describe: 'What works here, and what to do about the rest',
  builder: (yargs) =>
    modelOptions(rankerOptions(browserOptions(yargs)))
      .option('devices', {
        type: 'boolean',
        default: false,
        describe: 'Try every device that a ranker could compute on',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Findings as JSON' })
      .example('$0 doctor --model qwen2.5vl:7b --base-url http://127.0.0.1:11434', 'does this model answer?'),
  handler: handle,
};
