/** The model families of the paper: which prompt each one reads, and what is sent to a server for it (spec 4, 5). */
import type { PromptTokenizer } from '../tokenizer.js';
import { dmrQuery } from './dmr-query.js';
import { breakMarks } from './marks.js';
import { flatText, type WeblinxMessage, withUserFirst } from './messages.js';
import { mindactPrompt } from './mindact.js';
import { OTR_ROOMS, type OtrRooms, otrPrompt } from './otr.js';
import type { PromptInput, PromptPart, WeblinxPrompt } from './prompt-input.js';
import type { PromptKind, PromptShape, ShapePolicy } from './shape.js';

export interface WeblinxFamily {
  /** As it is named on the command line: `weblinx:llama`. */
  name: string;
  prompt: PromptKind;
  /**
   * `chat`: messages; `text`: one text for a completions endpoint, without a chat template. A text that goes with
   * a picture is one message of the user, since completions take no pictures.
   */
  wire: 'chat' | 'text';
  /** What the server is sent besides text. */
  image: 'none' | 'screenshot';
  /** An empty message of the user goes before a history that begins with the navigator, as in training. */
  userFirst: boolean;
  /** Who puts a prompt's shape in question: models that learnt from the data set. */
  shape: ShapePolicy;
  models: string;
}

const FAMILIES: readonly WeblinxFamily[] = [
  {
    name: 'llama',
    prompt: 'otr',
    wire: 'chat',
    image: 'none',
    userFirst: true,
    shape: 'rule',
    models: 'LLaMA-2, Sheared-LLaMA, Llama-3-Web, and fine-tuned GPT-3.5',
  },
  {
    name: 'gpt',
    prompt: 'otr',
    wire: 'chat',
    image: 'none',
    userFirst: false,
    shape: 'browser',
    models: 'any chat model without fine-tuning',
  },
  {
    name: 'gpt-vision',
    prompt: 'otr',
    wire: 'chat',
    image: 'screenshot',
    userFirst: false,
    shape: 'browser',
    models: 'any chat model that sees, without fine-tuning',
  },
  {
    name: 'flan',
    prompt: 'otr',
    wire: 'text',
    image: 'none',
    userFirst: false,
    shape: 'rule',
    models: 'Flan-T5',
  },
  {
    name: 'fuyu',
    prompt: 'otr',
    wire: 'text',
    image: 'screenshot',
    userFirst: false,
    shape: 'rule',
    models: 'Fuyu-8B',
  },
  {
    name: 'mindact',
    prompt: 'mindact',
    wire: 'text',
    image: 'none',
    userFirst: false,
    shape: 'rule',
    models: 'MindAct (Flan-T5)',
  },
  {
    name: 'pix2act',
    prompt: 'pix2act',
    wire: 'text',
    image: 'screenshot',
    userFirst: false,
    shape: 'rule',
    models: 'Pix2Struct',
  },
];

export const FAMILY_NAMES: readonly string[] = FAMILIES.map(({ name }) => name);

export function familyNamed(name: string): WeblinxFamily | null {
  return FAMILIES.find((family) => family.name === name) ?? null;
}

/** Tokens that an answer may have; the paper's setting for all families. */
const MAX_ANSWER = 256;

/** What goes to the server for one turn. */
export interface WeblinxRequest {
  family: string;
  shape: PromptShape;
  body: { kind: 'chat'; messages: WeblinxMessage[] } | { kind: 'text'; text: string };
  /**
   * A picture of the viewport at full size goes with it. For Pix2Act the text is the header that is drawn above
   * the picture; the server's processor draws it, as `Pix2StructImageProcessor` with `is_vqa` does.
   */
  image: boolean;
  maxTokens: number;
  /** Marks of chat templates that stood in page or dialogue and were broken up. */
  brokenMarks: number;
  parts: readonly PromptPart[];
}

export interface RequestOptions {
  live?: boolean;
  /** Other rooms than the paper's, for models with less context; of families that cut by tokens alone. */
  rooms?: OtrRooms;
}

/**
 * @param live marks that a server's tokenizer would obey are broken up in what pages and people wrote. The data
 *   set's prompts keep them, as the paper's do.
 * @throws ParleyError `usage` when one of the last five turns cannot be printed
 */
export function weblinxRequest(
  family: WeblinxFamily,
  shape: PromptShape,
  input: PromptInput,
  tokenizer: PromptTokenizer,
  { live = true, rooms = OTR_ROOMS }: RequestOptions = {},
): WeblinxRequest {
  const shaped: PromptInput =
    shape === 'browser' ? input : { ...input, page: null, viewport: { height: null, width: null } };
  const { body, parts } = bodyOf(family, shaped, tokenizer, rooms);
  let brokenMarks = 0;
  const safe = (text: string): string => {
    if (!live) return text;
    const broken = breakMarks(text);
    brokenMarks += broken.count;
    return broken.text;
  };
  const sent: WeblinxRequest['body'] =
    body.kind === 'text'
      ? { kind: 'text', text: safe(body.text) }
      : {
          kind: 'chat',
          messages: body.messages.map(({ role, content }) => ({ role, content: safe(content) })),
        };
  return {
    family: family.name,
    shape,
    body: sent,
    image: family.image !== 'none',
    maxTokens: MAX_ANSWER,
    brokenMarks,
    parts,
  };
}

function bodyOf(
  family: WeblinxFamily,
  input: PromptInput,
  tokenizer: PromptTokenizer,
  rooms: OtrRooms,
): { body: WeblinxRequest['body']; parts: readonly PromptPart[] } {
  if (family.prompt === 'pix2act') {
    const text = dmrQuery(input.before, input.viewport);
    const tokens = tokenizer.count(text);
    return {
      body: { kind: 'text', text },
      parts: [{ name: 'header', text, tokens, room: null, wholeTokens: tokens }],
    };
  }
  const { messages, parts }: WeblinxPrompt =
    family.prompt === 'otr' ? otrPrompt(input, tokenizer, rooms) : mindactPrompt(input, tokenizer);
  if (family.wire === 'text') return { body: { kind: 'text', text: flatText(messages) }, parts };
  return { body: { kind: 'chat', messages: family.userFirst ? withUserFirst(messages) : messages }, parts };
}
