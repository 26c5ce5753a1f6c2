/**
 * `parley prompt`: prints the prompt that a session's model received for a turn, or the prompt that a WebLINX model
 * would receive for a turn of any demonstration. Also prints which sections were truncated.
 */
import type { CommandModule } from 'yargs';

import {
  parseWholeNumber,
  loadChatTemplate,
  loadTokenizer,
  WEBLINX_NAVIGATORS,
  parseWeblinxNavigator,
} from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { type Demonstration, readDemonstration } from '../../demonstration/index.js';
import {
  FAMILY_NAMES,
  chooseFirstShape,
  type PromptShape,
  getRecordedShape,
  type ShapeChoice,
  type PromptTokenizer,
  formatTurnLine,
  type WeblinxFamily,
  type WeblinxRequest,
  buildWeblinxRequest,
} from '../../prompt/index.js';
import { assertTurn, createPromptRanking, rebuildPromptInput } from '../../offline/index.js';
import { withInterrupt } from '../interrupt.js';
import { toPromptJson, formatSentPrompts } from '../sent-prompt-text.js';
import { findSentPrompts, hasRecordedPrompts, findRecordedNavigator } from '../sent-prompts.js';

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

function parseFamily(navigator: string): WeblinxFamily {
  const family = parseWeblinxNavigator(navigator);
  if (family === null)
    throw new ParleyError(
      'usage',
      `Cannot print prompts of the navigator “${navigator}”.`,
      `Choose chat, webvoyager, step, weblinx or one of ${WEBLINX_NAVIGATORS.join(', ')}.`,
    );
  return family;
}

function formatHeading(request: WeblinxRequest, choice: ShapeChoice, tokenizer: PromptTokenizer): string[] {
  const lines = [
    `Prompt: weblinx:${request.family}, ${choice.shape} shape (${choice.reason})`,
    `Answer: at most ${request.maxTokens} tokens${request.image ? ', with a screenshot' : ''}`,
    `Tokens: ${tokenizer.exact ? `counted by ${tokenizer.name}` : 'estimated; use --tokenizer for the model’s exact counts'}`,
  ];
  for (const { name, tokens, budget, wholeTokens } of request.parts) {
    const limit = budget === null ? '' : ` of ${budget}`;
    const truncation = wholeTokens > tokens ? `, cut from ${wholeTokens}` : '';
    lines.push(`  ${name.padEnd(13)}${String(tokens).padStart(6)}${limit}${truncation}`);
  }
  if (request.neutralisedTokenCount > 0)
    lines.push(`Chat-template tokens found in text and neutralised: ${request.neutralisedTokenCount}`);
  const fullText =
    request.body.kind === 'text'
      ? request.body.text
      : request.body.messages.map(({ content }) => content).join('\n');
  lines.push(`  ${'total'.padEnd(13)}${String(tokenizer.count(fullText)).padStart(6)}`);
  return lines;
}

function formatBody({ body }: WeblinxRequest): string[] {
  if (body.kind === 'text') return ['--- text', body.text];
  return body.messages.flatMap(({ role, content }) => [`--- ${role}`, content]);
}

/** Flags that apply only to rebuilt prompts, not to recorded ones. */
const WEBLINX_ONLY_FLAGS = ['shape', 'template', 'candidates', 'encoder'] as const;

/** Prints the recorded prompts of a `chat`, `webvoyager` or `step` navigator. */
async function printSentPrompts(args: Args, turn: number, navigator: string): Promise<void> {
  const firstFlag = WEBLINX_ONLY_FLAGS.find((name) => args[name] !== undefined);
  if (firstFlag)
    throw new ParleyError(
      'usage',
      `--${firstFlag} does not apply to the navigator “${navigator}”, whose prompts are recorded.`,
      'Remove it, or choose a WebLINX navigator: --navigator weblinx.',
    );
  const tokenizer = await loadTokenizer(args.tokenizer);
  const sentPrompts = findSentPrompts(args.demonstration, turn);
  if (args.json) console.log(JSON.stringify(toPromptJson(sentPrompts, tokenizer)));
  else for (const line of formatSentPrompts(sentPrompts, tokenizer)) console.log(line);
}

async function handle(args: Args): Promise<void> {
  const turn = parseWholeNumber('turn', args.turn, 0);
  const demonstration = readDemonstration(args.demonstration);
  const navigator = args.navigator ?? findRecordedNavigator(demonstration) ?? 'weblinx';
  if (hasRecordedPrompts(navigator)) return printSentPrompts(args, turn, navigator);
  return printRebuiltPrompt(args, parseFamily(navigator), turn, demonstration);
}

/** Rebuilds a WebLINX model's prompt from the record and prints it. */
async function printRebuiltPrompt(
  args: Args,
  family: WeblinxFamily,
  turnNumber: number,
  demonstration: Demonstration,
): Promise<void> {
  const { turns } = demonstration;
  const turn = assertTurn(turnNumber, turns);
  const recordedTurn = turns[turn];
  const tokenizer = await loadTokenizer(args.tokenizer);
  const choice: ShapeChoice =
    args.shape === 'recorded'
      ? recordedTurn === undefined
        ? { shape: 'browser', reason: 'the turn has not happened yet' }
        : getRecordedShape(recordedTurn)
      : chooseFirstShape(args.shape ?? family.shapePolicy, turns.slice(0, turn));

  await withInterrupt(async (signal) => {
    const { candidates, encoder } = args;
    const ranking = createPromptRanking({
      dir: args.demonstration,
      demonstration,
      candidatesFile: candidates,
      encoderFolder: encoder,
      shape: choice.shape,
      signal,
    });
    try {
      const rebuiltInput = await rebuildPromptInput(
        args.demonstration,
        turns,
        turn,
        choice.shape,
        ranking.rank,
      );
      const rebuiltRequest = buildWeblinxRequest(family, choice.shape, rebuiltInput.input, tokenizer, {
        live: args.shape !== 'recorded',
      });
      const request =
        args.template === undefined ? rebuiltRequest : await applyTemplate(rebuiltRequest, args.template);
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
      const includedCount = rebuiltInput.input.candidates?.length ?? 0;
      const pageNote =
        rebuiltInput.pageTurn === null
          ? 'no page yet'
          : `page of turn ${rebuiltInput.pageTurn}, ${includedCount} of ${rebuiltInput.candidateCount} candidates${ranking.isRecorded() ? ', as recorded' : ''}`;
      console.log(
        `Turn ${turn} of ${turns.length}: ${recordedTurn === undefined ? 'not decided yet' : formatTurnLine(recordedTurn).trim()}; ${pageNote}`,
      );
      for (const line of [...formatHeading(request, choice, tokenizer), ...formatBody(request)])
        console.log(line);
    } finally {
      await ranking.close();
    }
  });
}

/** Renders the messages as text for a completions endpoint. */
async function applyTemplate(request: WeblinxRequest, path: string): Promise<WeblinxRequest> {
  if (request.body.kind === 'text') return request;
  const template = await loadChatTemplate(path);
  return { ...request, body: { kind: 'text', text: template.render(request.body.messages) } };
}

export const promptCommand: CommandModule<object, Args> = {
  command: 'prompt <demonstration>',
  describe: 'Print the prompt of a turn, as recorded or rebuilt',
  builder: (yargs) =>
    yargs
      .positional('demonstration', {
        type: 'string',
        demandOption: true,
        describe: 'Demonstration folder, from a session or the data set',
      })
      .option('turn', {
        alias: 'n',
        type: 'string',
        demandOption: true,
        describe: 'Turn number, counted from 0 as in replay.json; for a recorded prompt, as in session.jsonl',
      })
      .option('navigator', {
        type: 'string',
        describe: `chat, webvoyager and step print the recorded prompt; weblinx[:family] rebuilds a WebLINX prompt (${FAMILY_NAMES.join(', ')}); default: the session’s navigator, else weblinx`,
      })
      .option('shape', {
        choices: SHAPES,
        describe:
          'Prompt with the page (browser), without it (chat), or as recorded; default: as in a live session',
      })
      .option('tokenizer', { type: 'string', describe: 'The model’s tokenizer.json, for exact token counts' })
      .option('template', {
        type: 'string',
        describe: 'The model’s tokenizer_config.json; prints the text for a completions endpoint',
      })
      .option('candidates', {
        type: 'string',
        describe: 'candidates/<split>.jsonl of the data set; replaces the ranking',
      })
      .option('encoder', {
        type: 'string',
        describe: 'Folder of an encoder to rank again (default: as recorded, else the bundled encoder)',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print one JSON object' })
      .example('$0 prompt results/my-session --turn 4', 'the recorded prompt of turn 4')
      .example('$0 prompt results/my-session --turn 4 --navigator weblinx', 'the prompt for a WebLINX LLaMA')
      .example(
        '$0 prompt data/aaabtsd --turn 7 --navigator weblinx:flan --shape recorded',
        'as in the paper’s evaluation',
      ),
  handler: handle,
};
