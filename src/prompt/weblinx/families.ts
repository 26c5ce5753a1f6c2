/** Lists the model families of the WebLINX paper, and builds the prompt and the request of each. */
import type { PromptTokenizer } from '../tokenizer.js';
import { formatDmrQuery } from './dmr-query.js';
import { neutraliseSpecialTokens } from './special-tokens.js';
import { flattenMessages, type WeblinxMessage, addUserFirst } from './messages.js';
import { buildMindactPrompt } from './mindact.js';
import { OTR_BUDGETS, type OtrBudgets, buildOtrPrompt } from './otr.js';
import type { PromptInput, PromptPart, WeblinxPrompt } from './prompt-types.js';
import type { PromptKind, PromptShape, ShapePolicy } from './shape.js';

export interface WeblinxFamily {
  /** Name on the command line: `weblinx:llama`. */
  name: string;
  prompt: PromptKind;
  /**
   * `chat`: messages; `text`: one text for a completions endpoint, without a chat template. With an image, the text is
   * sent as one user message instead, because completions accept no images.
   */
  wire: 'chat' | 'text';
  /** The image sent with the text. */
  image: 'none' | 'screenshot';
  /** Whether an empty user message is added if the history begins with the navigator, as in training. */
  startsWithUser: boolean;
  /** How the shape of a prompt is chosen. Models trained on the data set need `rule` (`shape.ts`). */
  shapePolicy: ShapePolicy;
  /** The models that need this prompt. Shown in the command's help. */
  models: string;
}

const FAMILIES: readonly WeblinxFamily[] = [
  {
    name: 'llama',
    prompt: 'otr',
    wire: 'chat',
    image: 'none',
    startsWithUser: true,
    shapePolicy: 'rule',
    models: 'LLaMA-2, Sheared-LLaMA, Llama-3-Web, and fine-tuned GPT-3.5',
  },
  {
    name: 'gpt',
    prompt: 'otr',
    wire: 'chat',
    image: 'none',
    startsWithUser: false,
    shapePolicy: 'browser',
    models: 'any chat model without fine-tuning',
  },
  {
    name: 'gpt-vision',
    prompt: 'otr',
    wire: 'chat',
    image: 'screenshot',
    startsWithUser: false,
    shapePolicy: 'browser',
    models: 'any chat model with vision, without fine-tuning',
  },
  {
    name: 'flan',
    prompt: 'otr',
    wire: 'text',
    image: 'none',
    startsWithUser: false,
    shapePolicy: 'rule',
    models: 'Flan-T5',
  },
  {
    name: 'fuyu',
    prompt: 'otr',
    wire: 'text',
    image: 'screenshot',
    startsWithUser: false,
    shapePolicy: 'rule',
    models: 'Fuyu-8B',
  },
  {
    name: 'mindact',
    prompt: 'mindact',
    wire: 'text',
    image: 'none',
    startsWithUser: false,
    shapePolicy: 'rule',
    models: 'MindAct (Flan-T5)',
  },
  {
    name: 'pix2act',
    prompt: 'pix2act',
    wire: 'text',
    image: 'screenshot',
    startsWithUser: false,
    shapePolicy: 'rule',
    models: 'Pix2Struct',
  },
];

export const FAMILY_NAMES: readonly string[] = FAMILIES.map(({ name }) => name);

export function findFamily(name: string): WeblinxFamily | null {
  return FAMILIES.find((family) => family.name === name) ?? null;
}

/** Maximum tokens of an answer; the paper's setting for all families. */
const MAX_ANSWER_TOKENS = 256;

export interface WeblinxRequest {
  family: string;
  shape: PromptShape;
  body: { kind: 'chat'; messages: WeblinxMessage[] } | { kind: 'text'; text: string };
  /**
   * Whether a full-size screenshot of the viewport is sent too. For Pix2Act the text is the header above the image,
   * which the server's processor draws, like `Pix2StructImageProcessor` with `is_vqa`.
   */
  image: boolean;
  maxTokens: number;
  /** Number of special tokens in the page and the dialogue that were broken up, so that no tokenizer sees them. */
  neutralisedTokenCount: number;
  parts: readonly PromptPart[];
}

export interface RequestOptions {
  live?: boolean;
  /** Replaces the paper's token budgets for models with less context. Families without token budgets ignore it. */
  budgets?: OtrBudgets;
}

/**
 * @param live whether to break up special tokens in page and dialogue, which a server's tokenizer would interpret.
 *   Prompts for the data set keep them, like the paper's.
 * @throws ParleyError `usage` if one of the last five turns cannot be formatted
 */
export function buildWeblinxRequest(
  family: WeblinxFamily,
  shape: PromptShape,
  input: PromptInput,
  tokenizer: PromptTokenizer,
  { live = true, budgets = OTR_BUDGETS }: RequestOptions = {},
): WeblinxRequest {
  const shapedInput: PromptInput =
    shape === 'browser' ? input : { ...input, page: null, viewport: { height: null, width: null } };
  const { body, parts } = buildBody(family, shapedInput, tokenizer, budgets);
  let neutralisedTokenCount = 0;
  const sanitize = (text: string): string => {
    if (!live) return text;
    const neutralised = neutraliseSpecialTokens(text);
    neutralisedTokenCount += neutralised.count;
    return neutralised.text;
  };
  const sentBody: WeblinxRequest['body'] =
    body.kind === 'text'
      ? { kind: 'text', text: sanitize(body.text) }
      : {
          kind: 'chat',
          messages: body.messages.map(({ role, content }) => ({ role, content: sanitize(content) })),
        };
  return {
    family: family.name,
    shape,
    body: sentBody,
    image: family.image !== 'none',
    maxTokens: MAX_ANSWER_TOKENS,
    neutralisedTokenCount,
    parts,
  };
}

function buildBody(
  family: WeblinxFamily,
  input: PromptInput,
  tokenizer: PromptTokenizer,
  budgets: OtrBudgets,
): { body: WeblinxRequest['body']; parts: readonly PromptPart[] } {
  if (family.prompt === 'pix2act') {
    const text = formatDmrQuery(input.previousTurns, input.viewport);
    const tokens = tokenizer.count(text);
    return {
      body: { kind: 'text', text },
      parts: [{ name: 'header', text, tokens, budget: null, wholeTokens: tokens }],
    };
  }
  const { messages, parts }: WeblinxPrompt =
    family.prompt === 'otr'
      ? buildOtrPrompt(input, tokenizer, budgets)
      : buildMindactPrompt(input, tokenizer);
  if (family.wire === 'text') return { body: { kind: 'text', text: flattenMessages(messages) }, parts };
  return {
    body: { kind: 'chat', messages: family.startsWithUser ? addUserFirst(messages) : messages },
    parts,
  };
}
