/**
 * Creates `interact_messages.json` for a session of any navigator, so that the judge can read every run. If the model's
 * answers have WebVoyager's format (`Thought: … Action: …`), the session's own messages are used. Otherwise, the
 * messages are derived from the recorded turns. No side effects.
 */
import type { PromptContent, RecordedPrompt } from '../../demonstration/index.js';
import { findLastUserText } from './prompt-text.js';
import type { RecordedTurn } from './turns.js';

export interface InteractMessage {
  role: 'system' | 'user' | 'assistant';
  content: string | ({ type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } })[];
}

/** A screenshot of the session, numbered by iteration. */
export interface NumberedScreenshot {
  number: number;
  /** Path relative to the demonstration. */
  file: string;
}

export interface Interaction {
  messages: InteractMessage[];
  screenshots: NumberedScreenshot[];
  iterations: number[];
  /** The accessibility trees that the model read, by iteration number. */
  trees: { number: number; text: string }[];
  /** What is numbered as an iteration: a model request, or a navigator turn. */
  numbering: 'request' | 'turn';
}

interface InteractionSource {
  task: string;
  url: string;
  navigator: string;
  turns: readonly RecordedTurn[];
  prompts: readonly RecordedPrompt[];
}

/** The image itself is in a separate file; WebVoyager's log contains this placeholder instead. */
const IMAGE_PLACEHOLDER = {
  type: 'image_url',
  image_url: { url: 'data:image/png;base64,{b64_img}' },
} as const;

export function createInteraction(session: InteractionSource): Interaction {
  const prompts = session.prompts.filter(({ purpose }) => purpose === 'navigator');
  const messages = findSessionMessages(session.navigator, prompts);
  return messages
    ? { messages: insertTask(messages, session), ...numberByPrompt(session, prompts) }
    : createMessagesFromTurns(session);
}

/** WebVoyager's evaluator finds the task between these phrases. */
const formatTask = ({ task, url }: InteractionSource): string =>
  `Now given a task: ${task}  Please interact with ${url} and get the answer. \n`;

/** Adds the task, worded as in the WebVoyager paper, to the first observation. Hardened prompts word it differently. */
function insertTask(messages: readonly InteractMessage[], session: InteractionSource): InteractMessage[] {
  const firstUserIndex = messages.findIndex(({ role }) => role === 'user');
  return messages.map((message, index) => {
    if (index !== firstUserIndex || getMessageText(message).includes('Now given a task:')) return message;
    const { role, content } = message;
    const taskText = formatTask(session);
    return {
      role,
      content:
        typeof content === 'string'
          ? `${taskText}${content}`
          : [{ type: 'text', text: taskText }, ...content],
    };
  });
}

const getMessageText = ({ content }: InteractMessage): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

const isReActAnswer = ({ answer }: RecordedPrompt): boolean =>
  answer.ok && /^\s*Thought:/m.test(answer.text) && /^\s*Action:/m.test(answer.text);

/**
 * Returns the messages of the last request and its answer, if the answers have WebVoyager's format. The navigator's
 * name or a single answer in this format is sufficient, because other answers may lack `Thought:` and `Action:`.
 */
function findSessionMessages(
  navigator: string,
  prompts: readonly RecordedPrompt[],
): InteractMessage[] | null {
  const lastAnsweredPrompt = prompts.findLast(({ answer }) => answer.ok);
  if (!lastAnsweredPrompt?.answer.ok || !('messages' in lastAnsweredPrompt.request)) return null;
  if (!navigator.startsWith('webvoyager') && !prompts.some(isReActAnswer)) return null;
  return [
    ...lastAnsweredPrompt.request.messages.map(({ role, content }) => ({
      role,
      content: convertContent(content),
    })),
    { role: 'assistant', content: lastAnsweredPrompt.answer.text },
  ];
}

const convertContent = (content: PromptContent): InteractMessage['content'] =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part : IMAGE_PLACEHOLDER));

/**
 * Each request is an iteration. Only the first request of a turn has a screenshot; later ones correct an answer, so
 * their screenshot numbers are missing, as in WebVoyager.
 */
function numberByPrompt(
  { turns, navigator }: InteractionSource,
  prompts: readonly RecordedPrompt[],
): Omit<Interaction, 'messages'> {
  const screenshots: NumberedScreenshot[] = [];
  const trees: Interaction['trees'] = [];
  const seenTurns = new Set<number>();
  for (const [index, prompt] of prompts.entries()) {
    const { turn } = prompt;
    if (seenTurns.has(turn)) continue;
    seenTurns.add(turn);
    const tree = navigator.startsWith(TEXT_NAVIGATOR) ? readTree(prompt) : null;
    if (tree !== null) trees.push({ number: index + 1, text: tree });
    const file = turns.find((recorded) => recorded.turn === turn)?.screenshot;
    if (file) screenshots.push({ number: index + 1, file });
  }
  // One answer may produce several turns.
  const iterations = turns.map(({ turn }) => prompts.findLastIndex((prompt) => prompt.turn <= turn) + 1);
  return { screenshots, trees, iterations, numbering: 'request' };
}

const TEXT_NAVIGATOR = 'webvoyager:text';

/** Extracts the text after the line `Observation: …` of the newest message; null if that message reports an error. */
function readTree(prompt: RecordedPrompt): string | null {
  const [, tree] = /^Observation:.*?\n(.*)$/ms.exec(findLastUserText(prompt) ?? '') ?? [];
  return tree === undefined ? null : `${tree.trimEnd()}\n`;
}

function createMessagesFromTurns(session: InteractionSource): Interaction {
  const { navigator, turns } = session;
  const messages: InteractMessage[] = [
    {
      role: 'system',
      content: `The navigator ${navigator} of Parley worked on this task. These messages were written from the record of its session: each observation names the page, and each reply states one action.`,
    },
  ];
  const screenshots: NumberedScreenshot[] = [];
  for (const [index, turn] of turns.entries()) {
    const iteration = index + 1;
    if (turn.screenshot !== null) screenshots.push({ number: iteration, file: turn.screenshot });
    const previousTurn = turns[index - 1];
    const outcome = previousTurn ? describeOutcome(previousTurn) : '';
    const text = `Observation: ${outcome}The page is “${turn.title}” at ${turn.url}.`;
    messages.push(
      {
        role: 'user',
        content: [
          { type: 'text', text: index === 0 ? `${formatTask(session)}${text}` : text },
          ...(turn.screenshot === null ? [] : [IMAGE_PLACEHOLDER]),
        ],
      },
      { role: 'assistant', content: `Thought: ${turn.thought}\nAction: ${turn.action}` },
    );
  }
  return {
    messages,
    screenshots,
    trees: [],
    iterations: turns.map((_, index) => index + 1),
    numbering: 'turn',
  };
}

function describeOutcome({ status, error }: RecordedTurn): string {
  if (status === 'failed') return `The action failed: ${error ?? ''} `;
  return status === 'no-effect' ? 'The action changed nothing. ' : '';
}
