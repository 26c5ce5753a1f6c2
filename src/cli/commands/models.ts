/** `parley models`: the models that rank; add, check, remove. The one command that downloads anything of them. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { CommandModule } from 'yargs';

import { LEXICAL_NAME } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import {
  BUNDLED,
  BUNDLED_NAME,
  BUNDLED_MODEL,
  cacheFolder,
  describeModel,
  fetchModel,
  inspectModel,
  isHubId,
  ModelProblem,
  readRegistry,
  sameTrial,
  writeRegistry,
  type Inspected,
  type Registered,
} from '../../rank/index.js';
import { interruptible } from '../interrupt.js';
import { progressLines } from '../progress.js';

interface Args {
  action: string;
  model?: string;
  name?: string;
  json: boolean;
}

interface Listed {
  name: string;
  kind: 'words' | 'hybrid' | 'weblinx-dmr';
  folder: string | null;
  bytes: number;
  sha256: string | null;
  tokens: number | null;
  source?: string | undefined;
  /** What is wrong with it. */
  fault?: string;
  next?: string;
}

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;
const SHORTEST = 12;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** A model's fault as one that reaches users. */
const asProblem = (error: unknown): unknown =>
  error instanceof ModelProblem
    ? new ParleyError('usage', `${error.path}: ${error.fault}.`, error.hint, { cause: error })
    : error;

const mustBeNamed = (model: string | undefined, example: string): string => {
  if (model) return model;
  throw new ParleyError('usage', 'It is not said which model.', `For example: ${example}`);
};

function registeredAs(name: string, models: readonly Registered[]): Registered {
  const found = models.find((one) => one.name === name);
  if (found) return found;
  const others = models.map((one) => one.name).join(', ');
  throw new ParleyError(
    'usage',
    name === BUNDLED_NAME || name === LEXICAL_NAME
      ? `${name} belongs to Parley and is not registered.`
      : `No model is registered as “${name}”.`,
    others ? `Registered: ${others}.` : 'parley models add <folder or hub id> registers one.',
  );
}

/** What there is, looked at anew: files may have gone since. */
async function list(models: readonly Registered[]): Promise<Listed[]> {
  const look = async (
    name: string,
    kind: Listed['kind'],
    folder: string,
    source?: string,
  ): Promise<Listed> => {
    try {
      const { bytes, sha256, tokens } = await describeModel(folder);
      return { name, kind, folder, bytes, sha256, tokens, source };
    } catch (error) {
      if (!(error instanceof ModelProblem)) throw error;
      const { path, fault, hint } = error;
      const nothing = { bytes: 0, sha256: null, tokens: null };
      return { name, kind, folder, ...nothing, source, fault: `${path}: ${fault}`, next: hint };
    }
  };
  const words: Listed = {
    name: LEXICAL_NAME,
    kind: 'words',
    folder: null,
    bytes: 0,
    sha256: null,
    tokens: null,
  };
  const found = [words, await look(BUNDLED_NAME, 'hybrid', BUNDLED)];
  for (const { name, kind, folder, source } of models) found.push(await look(name, kind, folder, source));
  return found;
}

function printList(found: readonly Listed[]): void {
  for (const { name, kind, folder, bytes, sha256, tokens, source, fault, next } of found) {
    const about =
      fault === undefined
        ? folder === null
          ? 'bundled, nothing to load'
          : `${megabytes(bytes)}, ${tokens} tokens, sha256 ${sha256!.slice(0, SHORTEST)}`
        : `PROBLEM ${fault}. ${next}`;
    console.log(`${name.padEnd(20)} ${kind.padEnd(12)} ${about}`);
    if (folder !== null) console.log(`${' '.repeat(34)}${folder}${source ? ` (from ${source})` : ''}`);
  }
}

const downloads = (env: NodeJS.ProcessEnv): string => join(cacheFolder(env), 'models');

/** The folder that is meant, fetched where it is on a hub. */
async function folderOf(what: string, env: NodeJS.ProcessEnv): Promise<{ folder: string; source?: string }> {
  if (existsSync(what)) {
    if (statSync(what).isDirectory()) return { folder: resolve(what) };
    throw new ParleyError(
      'usage',
      `${what} is a file.`,
      'Name the folder with config.json, tokenizer.json and model.safetensors.',
    );
  }
  if (!isHubId(what))
    throw new ParleyError(
      'usage',
      `There is no folder ${what}, and it is not the id of a model on a hub.`,
      'Name a folder, or owner/name: parley models add McGill-NLP/MiniLM-L6-dmr',
    );
  const folder = join(downloads(env), what.replace('/', '--'));
  const progress = progressLines(process.stderr);
  process.stderr.write(`${what} is fetched into ${folder}\n`);
  await interruptible((signal) =>
    fetchModel(what, folder, { hub: env.PARLEY_HUB, signal, onProgress: progress }),
  );
  return { folder, source: what };
}

function freeName(args: Args, what: string, models: readonly Registered[]): string {
  const last = resolve(what).split(sep).at(-1)!;
  const name = args.name ?? last;
  if (!NAME.test(name))
    throw new ParleyError(
      'usage',
      `A model cannot be called “${name}”.`,
      'Give it another name of letters, digits, dots and dashes: --name my-model',
    );
  if ([LEXICAL_NAME, BUNDLED_NAME].includes(name) || models.some((one) => one.name === name))
    throw new ParleyError(
      'usage',
      `There is a ranker called “${name}” already.`,
      `Give another name with --name, or remove that one: parley models remove ${name}`,
    );
  return name;
}

async function add(args: Args, env: NodeJS.ProcessEnv): Promise<void> {
  const what = mustBeNamed(args.model, 'parley models add McGill-NLP/MiniLM-L6-dmr');
  const name = freeName(args, what, readRegistry(env));
  const { folder, source } = await folderOf(what, env);
  const { bytes, sha256, trial, dimensions, layers, tokens } = await inspectModel(folder);
  const model: Registered = { name, kind: 'weblinx-dmr', folder, source, bytes, sha256, trial };
  // Another one may have been added while this one came down.
  writeRegistry([...readRegistry(env).filter((one) => one.name !== name), model], env);
  if (args.json) console.log(JSON.stringify({ ...model, dimensions, layers, tokens }));
  else
    console.log(
      `${name} is registered: ${layers} layers, ${dimensions} dimensions, ${tokens} tokens, ${megabytes(bytes)}, sha256 ${sha256}\nUse it with --ranker ${name}`,
    );
}

interface Checked {
  name: string;
  ok: boolean;
  detail: string;
  next?: string;
}

function compared(
  { name, sha256, trial }: Pick<Registered, 'name' | 'sha256' | 'trial'>,
  found: Inspected,
  next: string,
): Checked {
  if (found.sha256 !== sha256)
    return { name, ok: false, detail: 'its files are not those that were registered', next };
  if (!sameTrial(found.trial, trial)) {
    const numbers = `${found.trial.toFixed(4)}, not ${trial.toFixed(4)}`;
    return { name, ok: false, detail: `it compares two sentences otherwise than it did (${numbers})`, next };
  }
  return {
    name,
    ok: true,
    detail: `${found.layers} layers, ${found.dimensions} dimensions, sha256 ${found.sha256}`,
  };
}

async function check(args: Args, env: NodeJS.ProcessEnv): Promise<void> {
  const registered = readRegistry(env);
  const { model: name } = args;
  const bundled = { name: BUNDLED_NAME, folder: BUNDLED, ...BUNDLED_MODEL };
  const asked =
    name === undefined
      ? [bundled, ...registered]
      : [name === BUNDLED_NAME ? bundled : registeredAs(name, registered)];
  const found: Checked[] = [];
  for (const one of asked) {
    const next =
      one === bundled
        ? 'Install Parley again.'
        : `If that was meant: parley models remove ${one.name}, then add it again.`;
    try {
      found.push(compared(one, await inspectModel(one.folder), next));
    } catch (error) {
      if (!(error instanceof ModelProblem)) throw error;
      found.push({ name: one.name, ok: false, detail: `${error.path}: ${error.fault}`, next: error.hint });
    }
  }
  if (args.json) console.log(JSON.stringify(found));
  else
    for (const { name, ok, detail, next } of found) {
      console.log(`${ok ? 'ok     ' : 'PROBLEM'}  ${name.padEnd(20)} ${detail}`);
      if (next) console.log(`${' '.repeat(30)}${next}`);
    }
  if (found.some(({ ok }) => !ok)) process.exitCode = 5;
}

function remove(args: Args, env: NodeJS.ProcessEnv): void {
  const models = readRegistry(env);
  const model = registeredAs(mustBeNamed(args.model, 'parley models remove MiniLM-L6-dmr'), models);
  const rest = models.filter((one) => one !== model);
  writeRegistry(rest, env);
  // What was fetched is ours to delete, unless another name stands for it; a folder of the user's is not.
  const ours = model.source !== undefined && model.folder.startsWith(downloads(env) + sep);
  const deleted = ours && !rest.some(({ folder }) => folder === model.folder);
  if (deleted) rmSync(model.folder, { recursive: true, force: true });
  if (args.json) console.log(JSON.stringify({ name: model.name, folder: model.folder, deleted }));
  else
    console.log(
      `${model.name} is no longer registered; ${model.folder} ${deleted ? 'was deleted' : 'stays as it is'}.`,
    );
}

async function handle(args: Args): Promise<void> {
  const { env } = process;
  try {
    switch (args.action) {
      case 'list': {
        const found = await list(readRegistry(env));
        return args.json ? console.log(JSON.stringify(found)) : printList(found);
      }
      case 'add':
        return await add(args, env);
      case 'check':
        return await check(args, env);
      case 'remove':
        return remove(args, env);
      default:
        throw new ParleyError(
          'usage',
          `parley models cannot “${args.action}”.`,
          'It can list, add, check and remove: parley models add <folder or hub id>',
        );
    }
  } catch (error) {
    throw asProblem(error);
  }
}

export const modelsCommand: CommandModule<object, Args> = {
  command: 'models [action] [model]',
  describe: 'Ranking models: what there is; add, check, remove',
  builder: (yargs) =>
    yargs
      .positional('action', { type: 'string', default: 'list', describe: 'list, add, check or remove' })
      .positional('model', { type: 'string', describe: 'Name; to add: a folder, or owner/name on a hub' })
      .option('name', { type: 'string', describe: 'What an added model is called' })
      .option('json', { type: 'boolean', default: false, describe: 'Findings as JSON' })
      .example('$0 models', 'what is bundled and registered')
      .example('$0 models add McGill-NLP/MiniLM-L6-dmr', 'fetch the paper’s ranker, check and register it')
      .example('$0 models add ./my-encoder --name mine', 'a sentence-transformers folder of yours')
      .epilogue('PARLEY_HUB names a mirror to fetch from. Nothing is fetched by any other command.'),
  handler: handle,
};
