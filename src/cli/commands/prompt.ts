/**
 * `parley prompt`: what the model of a session was sent for a turn; or what one of the paper's would be sent at a
 * turn of any demonstration, and what was cut to make it fit.
 */
import type { CommandModule } from 'yargs';

import {
  wholeNumber,
  templateOf,
  tokenizerOf,
  WEBLINX_NAVIGATORS,
  weblinxFamilyOf,
} from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { type Demonstration, readDemonstration } from '../../demonstration/index.js';
import {
  FAMILY_NAMES,
  firstShape,
  type PromptShape,
  recordedShape,
  type ShapeChoice,
  type Tokenizer,
  turnLine,
  type WeblinxFamily,
  type WeblinxRequest,
  weblinxRequest,
} from '../../prompt/index.js';
import { interruptible } from '../interrupt.js';
import { promptAt, turnNumber } from '../prompt-at.js';
import { promptRanking } from '../prompt-ranking.js';
import { sentPromptJson, sentPromptLines } from '../sent-prompt-text.js';
import { heldBy, sentPrompts } from '../sent-prompts.js';

interface Args {
  demonstration: string;
  turn: string;
  navigator?: string | undefined;
  shape?: PromptShape | 'recorded' | undefined;
  tokenizer?: string | undefined;
  template?: string | undefined;
  candidates?: string | undefined;
  encoder?: string | undefined;
  json: boolean;
}

const SHAPES = ['browser', 'chat', 'recorded'] as const;

function familyOf(navigator: string): WeblinxFamily {
  const family = weblinxFamilyOf(navigator);
  if (family === null)
    throw new ParleyError(
      'usage',
      `No prompt of the navigator “${navigator}” can be printed.`,
      `It is chat, weblinx or one of ${WEBLINX_NAVIGATORS.join(', ')}.`,
    );
  return family;
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

/** Of the paper's prompts only: what was sent is not made anew. */
const MADE_ANEW = ['shape', 'template', 'candidates', 'encoder'] as const;

/** What `chat` was sent, as the session kept it. */
async function printSent(args: Args, turn: number): Promise<void> {
  const first = MADE_ANEW.find((name) => args[name] !== undefined);
  if (first)
    throw new ParleyError(
      'usage',
      `--${first} means nothing for the navigator chat: what it was sent is on record.`,
      'Leave it out, or name a navigator of the paper: --navigator weblinx.',
    );
  const tokenizer = await tokenizerOf(args.tokenizer);
  const sent = sentPrompts(args.demonstration, turn);
  if (args.json) console.log(JSON.stringify(sentPromptJson(sent, tokenizer)));
  else for (const line of sentPromptLines(sent, tokenizer)) console.log(line);
}

async function handle(args: Args): Promise<void> {
  const turn = wholeNumber('turn', args.turn, 0);
  const demonstration = readDemonstration(args.demonstration);
  const navigator = args.navigator ?? heldBy(demonstration) ?? 'weblinx';
  if (navigator === 'chat') return printSent(args, turn);
  return printMade(args, familyOf(navigator), turn, demonstration);
}

/** What a model of the paper would be sent, made from the record. */
async function printMade(
  args: Args,
  family: WeblinxFamily,
  number: number,
  demonstration: Demonstration,
): Promise<void> {
  const { turns } = demonstration;
  const turn = turnNumber(number, turns);
  const recorded = turns[turn];
  const tokenizer = await tokenizerOf(args.tokenizer);
  const choice: ShapeChoice =
    args.shape === 'recorded'
      ? recorded === undefined
        ? { shape: 'browser', why: 'the turn is still to come' }
        : recordedShape(recorded)
      : firstShape(args.shape ?? family.shape, turns.slice(0, turn));

  await interruptible(async (signal) => {
    const { candidates, encoder } = args;
    const ranking = promptRanking({
      dir: args.demonstration,
      demonstration,
      candidates,
      encoder,
      shape: choice.shape,
      signal,
    });
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
          : `page of turn ${at.pageOf}, ${shown} of ${at.among} candidates${ranking.recorded() ? ', as they were shown' : ''}`;
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
  const template = await templateOf(path);
  return { ...request, body: { kind: 'text', text: template.render(request.body.messages) } };
}

export const promptCommand: CommandModule<object, Args> = {
  command: 'prompt <demonstration>',
  describe: 'Print what a model was, or would be, sent at a turn',
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
        describe: 'Turn that is decided, from 0, as in replay.json; for chat as in session.jsonl',
      })
      .option('navigator', {
        type: 'string',
        describe: `chat: what it was sent; weblinx[:family]: what that model would be sent (${FAMILY_NAMES.join(', ')}); default who held the session, else weblinx`,
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
        describe: 'Folder of an encoder that ranks anew (default: as recorded, else the bundled one)',
      })
      .option('json', { type: 'boolean', default: false, describe: 'One JSON object on standard output' })
      .example('$0 prompt results/my-session --turn 4', 'what the model that held it was sent for turn 4')
      .example('$0 prompt results/my-session --turn 4 --navigator weblinx', 'what LLaMA would be sent')
      .example(
        '$0 prompt data/aaabtsd --turn 7 --navigator weblinx:flan --shape recorded',
        'as in the paper’s evaluation',
      ),
  handler: handle,
};
