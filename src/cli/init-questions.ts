/** The questions that `parley init` asks in a terminal. */
import { createInterface } from 'node:readline';

import type { TemplateValues } from '../config/index.js';
import type { FoundServer } from '../llm/index.js';
import { BANNER_POLICIES } from '../policy/index.js';
import { DEFAULT_RESULTS } from './configuration.js';

/** Asks one question and returns the answer. An empty answer stands for the default. */
type Ask = (question: string) => Promise<string>;

/** Maximum number of models to offer. Servers may list hundreds. */
const MAX_OFFERED_MODELS = 9;

interface OfferedModel {
  model: string;
  server: FoundServer;
}

function listOfferedModels(servers: readonly FoundServer[]): OfferedModel[] {
  return servers
    .flatMap((server) => server.models.map((model) => ({ model, server })))
    .slice(0, MAX_OFFERED_MODELS);
}

async function askModel(
  ask: Ask,
  print: (line: string) => void,
  servers: readonly FoundServer[],
): Promise<TemplateValues> {
  const offeredModels = listOfferedModels(servers);
  print('Which language model should Parley use?');
  print('  0  none: the built-in navigator');
  offeredModels.forEach(({ model, server }, i) =>
    print(`  ${i + 1}  ${model} (${server.name} at ${server.baseUrl})`),
  );
  print(`  ${offeredModels.length + 1}  another one`);
  const choice = await askUntilValid(ask, 'Number [0]: ', (answer) => {
    const chosenNumber = answer === '' ? 0 : Number(answer);
    return Number.isInteger(chosenNumber) && chosenNumber >= 0 && chosenNumber <= offeredModels.length + 1
      ? chosenNumber
      : null;
  });
  if (choice === 0) return {};
  const offeredModel = offeredModels[choice - 1];
  if (offeredModel) return { model: offeredModel.model, base_url: offeredModel.server.baseUrl };
  const model = await askUntilValid(ask, 'Name of the model: ', (answer) => answer || null);
  const baseUrl = await ask('URL of its server [the provider’s]: ');
  const keyVariable = await askUntilValid(
    ask,
    'Environment variable with its key [the provider’s]: ',
    (answer) => (/^([A-Za-z_]\w*)?$/.test(answer) ? answer : null),
  );
  return {
    model,
    ...(baseUrl ? { base_url: baseUrl } : {}),
    ...(keyVariable ? { api_key_env: keyVariable } : {}),
  };
}

/** Repeats the question until the answer is valid. */
async function askUntilValid<T>(ask: Ask, question: string, parse: (answer: string) => T | null): Promise<T> {
  for (;;) {
    const value = parse(await ask(question));
    if (value !== null) return value;
  }
}

/** Thrown if the user presses Ctrl-C or Ctrl-D instead of answering. */
export class QuestionsEnded extends Error {
  override readonly name = 'QuestionsEnded';
}

export interface InitQuestions {
  /** Settings that were given by flags. The user is not asked for them. */
  flagSettings: TemplateValues;
  /** Model servers on this machine. */
  servers: readonly FoundServer[];
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  signal: AbortSignal;
}

export async function askSettings({
  flagSettings,
  servers,
  input,
  output,
  signal,
}: InitQuestions): Promise<TemplateValues> {
  const terminal = createInterface({ input, output });
  // An iterator keeps lines that the user types ahead; `question` would drop them.
  const lines = terminal[Symbol.asyncIterator]();
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new QuestionsEnded()), { once: true });
  });
  // The promise is awaited only while a question is open. At other times, its rejection must not be unhandled.
  interrupted.catch(() => undefined);
  const ask: Ask = async (question) => {
    terminal.setPrompt(question);
    terminal.prompt();
    const line = await Promise.race([lines.next(), interrupted]);
    if (line.done) throw new QuestionsEnded();
    return line.value.trim();
  };
  const print = (line: string): void => void output.write(`${line}\n`);
  try {
    const model =
      flagSettings.model === undefined && flagSettings.navigator === undefined
        ? await askModel(ask, print, servers)
        : {};
    const banners =
      flagSettings.banners ??
      (await askUntilValid(
        ask,
        `Cookie banners (${BANNER_POLICIES.join(', ')}) [${BANNER_POLICIES[0]}]: `,
        (answer) =>
          answer === '' ? BANNER_POLICIES[0] : (BANNER_POLICIES.find((policy) => policy === answer) ?? null),
      ));
    const results =
      flagSettings.results ??
      ((await ask(`Folder for demonstrations [${DEFAULT_RESULTS}]: `)) || DEFAULT_RESULTS);
    return {
      ...model,
      ...(banners === BANNER_POLICIES[0] ? {} : { banners }),
      ...(results === DEFAULT_RESULTS ? {} : { results }),
    };
  } finally {
    terminal.close();
  }
}
