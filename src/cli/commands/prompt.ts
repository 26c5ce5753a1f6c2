/** `parley prompt`: what a model would be sent at a turn of a demonstration, and what was cut to make it fit. */
import { existsSync, readFileSync } from 'node:fs';
import type { CommandModule } from 'yargs';

import { Problem } from '../../contract/index.js';
import { readDemonstration } from '../../demonstration/index.js';
import {
  chatTemplate,
  ESTIMATE,
  familyNamed,
  FAMILY_NAMES,
  firstShape,
  hfTokenizer,
  type PromptShape,
  recordedShape,
  type ShapeChoice,
  type Tokenizer,
  turnLine,
  type WeblinxFamily,
  type WeblinxRequest,
  weblinxRequest,
  withMemory,
} from '../../prompt/index.js';
import { BUNDLED, openWeblinxEncoder, type WeblinxEncoder } from '../../rank/index.js';
import { readCandidateTurns } from '../../score/index.js';
import { interruptible } from '../interrupt.js';
import { wholeNumber } from '../option-values.js';
import { promptAt, type RankCandidates, TOP, turnNumber } from '../prompt-at.js';

interface Args {
  demonstration: string;
  turn: string;
  navigator: string;
  shape?: PromptShape | 'recorded' | undefined;
  tokenizer?: string | undefined;
  template?: string | undefined;
  candidates?: string | undefined;
  encoder?: string | undefined;
  json: boolean;
}

const SHAPES = ['browser', 'chat', 'recorded'] as const;

function familyOf(navigator: string): WeblinxFamily {
  const [kind, name = 'llama'] = navigator.split(':');
  const family = kind === 'weblinx' ? familyNamed(name) : null;
  if (family === null)
    throw new Problem(
      'usage',
      `No prompt of the navigator “${navigator}” can be printed.`,
      `It is weblinx or one of ${FAMILY_NAMES.map((one) => `weblinx:${one}`).join(', ')}.`,
    );
  return family;
}

function textIn(path: string, what: string): string {
  if (!existsSync(path)) throw new Problem('usage', `There is no file ${path}.`, `Give the model’s ${what}.`);
  return readFileSync(path, 'utf8');
}

/** Where candidates come from: a file of the data set, or the encoder, which is started when it is needed. */
function rankingOf(
  args: Args,
  demonstration: string,
  signal: AbortSignal,
): { rank: RankCandidates; close(): Promise<void> } {
  const { candidates: file } = args;
  if (file !== undefined) {
    const name = demonstration.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '');
    return {
      close: async () => undefined,
      async rank(turn) {
        for await (const found of readCandidateTurns(file)) {
          if (found.demo !== name || found.turn !== turn) continue;
          const byRank = found.records.toSorted((a, b) => a.rank - b.rank);
          const once = byRank.filter(({ uid }, i) => byRank.findIndex((other) => other.uid === uid) === i);
          return once.slice(0, TOP).map(({ uid, doc, elem_dict: fields }) => ({
            uid,
            document: doc,
            fields: { tag: '', xpath: '', text: '', bbox: '', attributes: '', children: '', ...fields },
          }));
        }
        return [];
      },
    };
  }
  let ranker: WeblinxEncoder | null = null;
  return {
    rank(_, query, candidates) {
      if (candidates.length === 0) return Promise.resolve([]);
      ranker ??= openWeblinxEncoder({ folder: args.encoder ?? BUNDLED });
      return ranker.rank(query, candidates, TOP, signal);
    },
    close: async () => ranker?.close(),
  };
}

function heading(request: WeblinxRequest, choice: ShapeChoice, tokenizer: Tokenizer): string[] {
  const lines = [
    `Prompt: weblinx:${request.family}, ${choice.shape} shape (${choice.why})`,
    `Answer: at most ${request.maxTokens} tokens${request.image ? '; a screenshot goes with it' : ''}`,
    `Tokens: ${tokenizer.exact ? `by ${tokenizer.name}` : 'estimated; --tokenizer counts as the model does'}`,
  ];
  for (const { name, tokens, room, wholeTokens } of request.parts) {
    const limit = room === null ? '' : ` of ${room}`;
    const cut = wholeTokens > tokens ? `, cut from ${wholeTokens}` : '';
    lines.push(`  ${name.padEnd(13)}${String(tokens).padStart(6)}${limit}${cut}`);
  }
  if (request.brokenMarks > 0)
    lines.push(`Marks of chat templates that stood in texts and were broken up: ${request.brokenMarks}`);
  const total =
    request.body.kind === 'text'
      ? request.body.text
      : request.body.messages.map(({ content }) => content).join('\n');
  lines.push(`  ${'in all'.padEnd(13)}${String(tokenizer.count(total)).padStart(6)}`);
  return lines;
}

function bodyLines({ body }: WeblinxRequest): string[] {
  if (body.kind === 'text') return ['--- text', body.text];
  return body.messages.flatMap(({ role, content }) => [`--- ${role}`, content]);
}

async function handle(args: Args): Promise<void> {
  const family = familyOf(args.navigator);
  const number = wholeNumber('turn', args.turn, 0);
  const { turns } = readDemonstration(args.demonstration);
  const turn = turnNumber(number, turns);
  const recorded = turns[turn];
  const tokenizer = withMemory(
    args.tokenizer === undefined
      ? ESTIMATE
      : await hfTokenizer(textIn(args.tokenizer, 'tokenizer.json'), args.tokenizer),
  );
  const choice: ShapeChoice =
    args.shape === 'recorded'
      ? recorded === undefined
        ? { shape: 'browser', why: 'the turn is still to come' }
        : recordedShape(recorded)
      : firstShape(args.shape ?? family.shape, turns.slice(0, turn));

  await interruptible(async (signal) => {
    const ranking = rankingOf(args, args.demonstration, signal);
    try {
      const at = await promptAt(args.demonstration, turns, turn, choice.shape, ranking.rank);
      const made = weblinxRequest(family, choice.shape, at.input, tokenizer, {
        live: args.shape !== 'recorded',
      });
      const request = args.template === undefined ? made : await templated(made, args.template);
      if (args.json) {
        console.log(
          JSON.stringify({
            turn,
            ...choice,
            tokenizer: { name: tokenizer.name, exact: tokenizer.exact },
            ...request,
          }),
        );
        return;
      }
      const shown = at.input.candidates?.length ?? 0;
      const page =
        at.pageOf === null
          ? 'no page was seen before'
          : `page of turn ${at.pageOf}, ${shown} of ${at.among} candidates`;
      console.log(
        `Turn ${turn} of ${turns.length}: ${recorded === undefined ? 'still to come' : turnLine(recorded).trim()}; ${page}`,
      );
      for (const line of [...heading(request, choice, tokenizer), ...bodyLines(request)]) console.log(line);
    } finally {
      await ranking.close();
    }
  });
}

/** The messages as a completions endpoint is sent them. */
async function templated(request: WeblinxRequest, path: string): Promise<WeblinxRequest> {
  if (request.body.kind === 'text') return request;
  const template = await chatTemplate(textIn(path, 'tokenizer_config.json'), path);
  return { ...request, body: { kind: 'text', text: template.render(request.body.messages) } };
}

export const promptCommand: CommandModule<object, Args> = {
  command: 'prompt <demonstration>',
  describe: 'Print what a model would be sent at a turn',
  builder: (yargs) =>
    yargs
      .positional('demonstration', {
        type: 'string',
        demandOption: true,
        describe: 'Folder of a session or of the data set',
      })
      .option('turn', {
        alias: 'n',
        type: 'string',
        demandOption: true,
        describe: 'Turn that is decided, from 0, as in replay.json',
      })
      .option('navigator', {
        type: 'string',
        default: 'weblinx',
        describe: `weblinx[:family]; families: ${FAMILY_NAMES.join(', ')}`,
      })
      .option('shape', {
        choices: SHAPES,
        describe: 'With page, without, or as the turn was recorded; without it as in a live session',
      })
      .option('tokenizer', { type: 'string', describe: 'The model’s tokenizer.json, for exact counts' })
      .option('template', {
        type: 'string',
        describe: 'The model’s tokenizer_config.json: prints one text for a completions endpoint',
      })
      .option('candidates', {
        type: 'string',
        describe: 'candidates/<split>.jsonl of the data set, in place of ranking',
      })
      .option('encoder', {
        type: 'string',
        describe: 'Folder of the encoder that ranks (default: the bundled one)',
      })
      .option('json', { type: 'boolean', default: false, describe: 'One JSON object on standard output' })
      .example('$0 prompt results/my-session --turn 4', 'the prompt of turn 4 for LLaMA')
      .example(
        '$0 prompt data/aaabtsd --turn 7 --navigator weblinx:flan --shape recorded',
        'as in the paper’s evaluation',
      ),
  handler: handle,
};
