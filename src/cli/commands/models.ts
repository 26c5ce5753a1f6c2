/** `parley models`: lists, adds, checks and removes ranking models. No other command downloads models. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { CommandModule } from 'yargs';

import { LEXICAL_RANKER_NAME } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import {
  BUNDLED_ENCODER_FOLDER,
  BUNDLED_RANKER_NAME,
  EXPECTED_BUNDLED_MODEL,
  getCacheFolder,
  describeModel,
  fetchModel,
  inspectModel,
  isHubId,
  ModelError,
  readRegistry,
  isSameTestCosine,
  writeRegistry,
  type ModelInspection,
  type RegisteredModel,
} from '../../rank/index.js';
import { withInterrupt } from '../interrupt.js';
import { createProgressPrinter } from '../progress.js';

interface Args {
  action: string;
  model?: string;
  name?: string;
  json: boolean;
}

interface ListedModel {
  name: string;
  kind: 'words' | 'hybrid' | 'weblinx-dmr';
  folder: string | null;
  bytes: number;
  sha256: string | null;
  /** Maximum number of input tokens. */
  tokens: number | null;
  source?: string | undefined;
  /** Why the model cannot be used. */
  fault?: string;
  /** What the user can do about the fault. */
  next?: string;
}

const MODEL_NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;
const SHORT_HASH_LENGTH = 12;

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Converts a ModelError into a ParleyError. */
const toUserError = (error: unknown): unknown =>
  error instanceof ModelError
    ? new ParleyError('usage', `${error.path}: ${error.fault}.`, error.hint, { cause: error })
    : error;

const requireModel = (model: string | undefined, example: string): string => {
  if (model) return model;
  throw new ParleyError('usage', 'No model given.', `For example: ${example}`);
};

function findRegistered(name: string, models: readonly RegisteredModel[]): RegisteredModel {
  const registeredModel = models.find((model) => model.name === name);
  if (registeredModel) return registeredModel;
  const registeredNames = models.map((model) => model.name).join(', ');
  throw new ParleyError(
    'usage',
    name === BUNDLED_RANKER_NAME || name === LEXICAL_RANKER_NAME
      ? `“${name}” is built in and is not a registered model.`
      : `No model is registered as “${name}”.`,
    registeredNames
      ? `Registered: ${registeredNames}.`
      : 'Register one with parley models add <folder or hub id>.',
  );
}

/**
 * Lists all models. Reads their files, because they may have changed or been deleted since the models were registered.
 */
async function listModels(models: readonly RegisteredModel[]): Promise<ListedModel[]> {
  const describeFolder = async (
    name: string,
    kind: ListedModel['kind'],
    folder: string,
    source?: string,
  ): Promise<ListedModel> => {
    try {
      const { bytes, sha256, tokens } = await describeModel(folder);
      return { name, kind, folder, bytes, sha256, tokens, source };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const { path, fault, hint } = error;
      const unknownDetails = { bytes: 0, sha256: null, tokens: null };
      return { name, kind, folder, ...unknownDetails, source, fault: `${path}: ${fault}`, next: hint };
    }
  };
  const lexicalModel: ListedModel = {
    name: LEXICAL_RANKER_NAME,
    kind: 'words',
    folder: null,
    bytes: 0,
    sha256: null,
    tokens: null,
  };
  const listedModels = [
    lexicalModel,
    await describeFolder(BUNDLED_RANKER_NAME, 'hybrid', BUNDLED_ENCODER_FOLDER),
  ];
  for (const { name, kind, folder, source } of models)
    listedModels.push(await describeFolder(name, kind, folder, source));
  return listedModels;
}

function printList(listedModels: readonly ListedModel[]): void {
  for (const { name, kind, folder, bytes, sha256, tokens, source, fault, next } of listedModels) {
    const details =
      fault === undefined
        ? folder === null
          ? 'built in, no model to load'
          : `${formatMegabytes(bytes)}, up to ${tokens} tokens, sha256 ${sha256!.slice(0, SHORT_HASH_LENGTH)}`
        : `PROBLEM ${fault}. ${next}`;
    console.log(`${name.padEnd(20)} ${kind.padEnd(12)} ${details}`);
    if (folder !== null) console.log(`${' '.repeat(34)}${folder}${source ? ` (from ${source})` : ''}`);
  }
}

const getDownloadFolder = (env: NodeJS.ProcessEnv): string => join(getCacheFolder(env), 'models');

/** Resolves a folder, or downloads a model by its hub id. */
async function resolveModelFolder(
  folderOrId: string,
  env: NodeJS.ProcessEnv,
): Promise<{ folder: string; source?: string }> {
  if (existsSync(folderOrId)) {
    if (statSync(folderOrId).isDirectory()) return { folder: resolve(folderOrId) };
    throw new ParleyError(
      'usage',
      `“${folderOrId}” is a file.`,
      'Give the folder that contains config.json, tokenizer.json and model.safetensors.',
    );
  }
  if (!isHubId(folderOrId))
    throw new ParleyError(
      'usage',
      `“${folderOrId}” is neither a folder nor the id of a model on a hub.`,
      'Give a folder, or owner/name: parley models add McGill-NLP/MiniLM-L6-dmr',
    );
  const folder = join(getDownloadFolder(env), folderOrId.replace('/', '--'));
  const progress = createProgressPrinter(process.stderr);
  process.stderr.write(`Downloading ${folderOrId} to ${folder}\n`);
  await withInterrupt((signal) =>
    fetchModel(folderOrId, folder, { hub: env.PARLEY_HUB, signal, onProgress: progress }),
  );
  return { folder, source: folderOrId };
}

function chooseName(args: Args, folderOrId: string, models: readonly RegisteredModel[]): string {
  const folderName = resolve(folderOrId).split(sep).at(-1)!;
  const name = args.name ?? folderName;
  if (!MODEL_NAME.test(name))
    throw new ParleyError(
      'usage',
      `“${name}” is not a valid model name.`,
      'Use letters, digits, dots and dashes: --name my-model',
    );
  const isBuiltIn = [LEXICAL_RANKER_NAME, BUNDLED_RANKER_NAME].includes(name);
  if (isBuiltIn || models.some((model) => model.name === name))
    throw new ParleyError(
      'usage',
      `A ranker named “${name}” already exists.`,
      isBuiltIn
        ? 'It is built in. Choose another name with --name.'
        : `Choose another name with --name, or remove the existing model first: parley models remove ${name}`,
    );
  return name;
}

async function addModel(args: Args, env: NodeJS.ProcessEnv): Promise<void> {
  const folderOrId = requireModel(args.model, 'parley models add McGill-NLP/MiniLM-L6-dmr');
  const name = chooseName(args, folderOrId, readRegistry(env));
  const { folder, source } = await resolveModelFolder(folderOrId, env);
  const { bytes, sha256, testCosine: trial, dimensions, layers, tokens } = await inspectModel(folder);
  const model: RegisteredModel = { name, kind: 'weblinx-dmr', folder, source, bytes, sha256, trial };
  // Another process may have registered a model during the download.
  writeRegistry([...readRegistry(env).filter((other) => other.name !== name), model], env);
  if (args.json) console.log(JSON.stringify({ ...model, dimensions, layers, tokens }));
  else
    console.log(
      `Registered ${name}: ${layers} layers, ${dimensions} dimensions, up to ${tokens} tokens, ${formatMegabytes(bytes)}, sha256 ${sha256}\nUse it with --ranker ${name}`,
    );
}

interface CheckedModel {
  name: string;
  ok: boolean;
  detail: string;
  next?: string;
}

function compareModel(
  { name, sha256, trial }: Pick<RegisteredModel, 'name' | 'sha256' | 'trial'>,
  inspection: ModelInspection,
  next: string,
): CheckedModel {
  if (inspection.sha256 !== sha256)
    return { name, ok: false, detail: 'its files have changed since it was registered', next };
  if (!isSameTestCosine(inspection.testCosine, trial)) {
    const cosines = `${inspection.testCosine.toFixed(4)}, not ${trial.toFixed(4)}`;
    return {
      name,
      ok: false,
      detail: `it scores the test sentences differently from before (${cosines})`,
      next,
    };
  }
  return {
    name,
    ok: true,
    detail: `${inspection.layers} layers, ${inspection.dimensions} dimensions, sha256 ${inspection.sha256}`,
  };
}

async function checkModels(args: Args, env: NodeJS.ProcessEnv): Promise<void> {
  const registeredModels = readRegistry(env);
  const { model: name } = args;
  const bundled = { name: BUNDLED_RANKER_NAME, folder: BUNDLED_ENCODER_FOLDER, ...EXPECTED_BUNDLED_MODEL };
  const selectedModels =
    name === undefined
      ? [bundled, ...registeredModels]
      : [name === BUNDLED_RANKER_NAME ? bundled : findRegistered(name, registeredModels)];
  const checkedModels: CheckedModel[] = [];
  for (const selectedModel of selectedModels) {
    const next =
      selectedModel === bundled
        ? 'Reinstall Parley.'
        : `If the change was intended: parley models remove ${selectedModel.name}, then add it again.`;
    try {
      checkedModels.push(compareModel(selectedModel, await inspectModel(selectedModel.folder), next));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      checkedModels.push({
        name: selectedModel.name,
        ok: false,
        detail: `${error.path}: ${error.fault}`,
        next: error.hint,
      });
    }
  }
  if (args.json) console.log(JSON.stringify(checkedModels));
  else
    for (const { name, ok, detail, next } of checkedModels) {
      console.log(`${ok ? 'ok     ' : 'PROBLEM'}  ${name.padEnd(20)} ${detail}`);
      if (next) console.log(`${' '.repeat(30)}${next}`);
    }
  if (checkedModels.some(({ ok }) => !ok)) process.exitCode = 5;
}

function removeModel(args: Args, env: NodeJS.ProcessEnv): void {
  const models = readRegistry(env);
  const model = findRegistered(requireModel(args.model, 'parley models remove MiniLM-L6-dmr'), models);
  const remainingModels = models.filter((other) => other !== model);
  writeRegistry(remainingModels, env);
  // Deletes the folder only if Parley downloaded it and no other registered model uses it. The user's folders are kept.
  const isDownloaded = model.source !== undefined && model.folder.startsWith(getDownloadFolder(env) + sep);
  const shouldDelete = isDownloaded && !remainingModels.some(({ folder }) => folder === model.folder);
  if (shouldDelete) rmSync(model.folder, { recursive: true, force: true });
  if (args.json)
    console.log(JSON.stringify({ name: model.name, folder: model.folder, deleted: shouldDelete }));
  else console.log(`Removed ${model.name}; ${model.folder} was ${shouldDelete ? 'deleted' : 'kept'}.`);
}

async function handle(args: Args): Promise<void> {
  const { env } = process;
  try {
    switch (args.action) {
      case 'list': {
        const listedModels = await listModels(readRegistry(env));
        return args.json ? console.log(JSON.stringify(listedModels)) : printList(listedModels);
      }
      case 'add':
        return await addModel(args, env);
      case 'check':
        return await checkModels(args, env);
      case 'remove':
        return removeModel(args, env);
      default:
        throw new ParleyError(
          'usage',
          `parley models has no action “${args.action}”.`,
          'Use list, add, check or remove: parley models add <folder or hub id>',
        );
    }
  } catch (error) {
    throw toUserError(error);
  }
}

export const modelsCommand: CommandModule<object, Args> = {
  command: 'models [action] [model]',
  describe: 'List, add, check or remove ranking models',
  builder: (yargs) =>
    yargs
      .positional('action', { type: 'string', default: 'list', describe: 'list, add, check or remove' })
      .positional('model', {
        type: 'string',
        describe: 'Model name; for add: a folder, or owner/name on a hub',
      })
      .option('name', { type: 'string', describe: 'Name for the added model' })
      .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
      .example('$0 models', 'list bundled and registered models')
      .example('$0 models add McGill-NLP/MiniLM-L6-dmr', 'download, check and register the paper’s ranker')
      .example('$0 models add ./my-encoder --name mine', 'register your own sentence-transformers folder')
      .epilogue('PARLEY_HUB is the address of a mirror to download from. No other command downloads models.'),
  handler: handle,
};
