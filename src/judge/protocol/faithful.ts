/**
 * The paper's protocol for judging a WebVoyager run: rules that need no model, order and number of screenshots, message
 * layout, and parsing of the verdict. The system prompt states the paper's rules in other words. Pure.
 */
import type { ChatRequest, ImagePart } from '../../llm/index.js';
import { createJudgeRequest } from './create-request.js';

/** A message of `interact_messages.json`. */
export interface LoggedMessage {
  role: string;
  content: string | readonly LoggedMessagePart[];
}

interface LoggedMessagePart {
  type: string;
  text?: string;
}

/** Success, failure, or undecided. */
export type VerdictValue = 1 | 0 | null;

/** A rule that decides without a model. */
export type VerdictRule = 'one-message' | 'no-answer';

/** The number of screenshots in the paper's run script, which covers every step of a 15-step run. */
export const DEFAULT_FAITHFUL_SCREENSHOT_COUNT = 15;
const ANSWER_TOKENS = 1000;

const RULES = `You are an evaluator. You decide whether a web browsing task was completed. You get three things:

1. The task: an instruction in natural language for work on a website.
2. Screenshots of the browser, taken during the work. They are the evidence of what was done and of the final state.
3. The result response: the text that was given as the result when the work was over.

Rules:
- Do not interact with web pages, and do not perform the task yourself. Only judge.
- Do not assume anything that you cannot see in the screenshots or read in the response.
- Compare the instruction with the outcome that the screenshots and the response show.
- If the instruction has several parts and any of them is missing or incomplete, the task is not successful. For example, finding a museum and its opening hours requires both.
- The screenshots are authentic. The response was written at the end of the work and may differ from them.
  a. If the response contradicts a screenshot, believe the screenshot.
  b. If the response contains something that no screenshot shows, believe the response.

First explain your decision. Then give your verdict: SUCCESS or NOT SUCCESS.`;

const TASK_PATTERN = /Now given a task:(.+?)Please interact with/s;
/**
 * The navigator's answer pattern. The first character is not a line break, and the answer ends at the first closing
 * bracket.
 */
const ANSWER_PATTERN = /ANSWER[; ]+\[?([^\n][^\]]*)\]?/;

export function getMessageText({ content }: LoggedMessage): string {
  if (typeof content === 'string') return content;
  return content.find(({ type }) => type === 'text')?.text ?? '';
}

/** @returns null if the second message contains no task */
export function readTask(messages: readonly LoggedMessage[]): string | null {
  const message = messages[1];
  return (message && TASK_PATTERN.exec(getMessageText(message))?.[1]?.trim()) ?? null;
}

/** Returns the answer as the paper's evaluator parses it, up to the first closing bracket; null if there is none. */
export function readAnswer(messages: readonly LoggedMessage[]): string | null {
  const lastMessage = messages.at(-1);
  const lastText = lastMessage ? getMessageText(lastMessage) : '';
  return lastText.includes('Action: ANSWER') ? (ANSWER_PATTERN.exec(lastText)?.[1]?.trim() ?? null) : null;
}

/** Finds the rule that decides a run as a failure without a model. @returns null if a model must decide */
export function findVerdictRule(messages: readonly LoggedMessage[]): VerdictRule | null {
  if (messages.length <= 1) return 'one-message';
  return readAnswer(messages) === null ? 'no-answer' : null;
}

const SCREENSHOT_FILE_NAME = /screenshot(\d+)\.png/;

/** Sorts screenshots by number and removes other files. */
export function sortScreenshots(names: readonly string[]): string[] {
  return names
    .flatMap((name) => {
      const number = SCREENSHOT_FILE_NAME.exec(name)?.[1];
      return number === undefined ? [] : [{ name, number: Number(number) }];
    })
    .toSorted((a, b) => a.number - b.number)
    .map(({ name }) => name);
}

export interface FaithfulInput {
  task: string;
  answer: string;
  /** The requested number of screenshots, which the prompt states even if there are fewer. */
  screenshotCount: number;
  /** The last screenshots, at most `screenshotCount`, in order. */
  screenshots: readonly ImagePart[];
}

export function buildFaithfulRequest({
  task,
  answer,
  screenshotCount,
  screenshots,
}: FaithfulInput): ChatRequest {
  return createJudgeRequest({
    rules: RULES,
    question: [
      {
        type: 'text',
        text: `TASK: ${task}\nResult Response: ${answer}\n${screenshotCount} screenshots at the end: `,
      },
      ...screenshots,
      { type: 'text', text: 'Your verdict:\n' },
    ],
    maxTokens: ANSWER_TOKENS,
  });
}

/** The match is case-sensitive and may be anywhere in the text, as in the paper's script. */
export function parseFaithfulVerdict(text: string): VerdictValue {
  if (text.includes('NOT SUCCESS')) return 0;
  return text.includes('SUCCESS') ? 1 : null;
}
