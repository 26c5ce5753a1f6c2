/**
 * Builds the messages that report an observation or an error to the model. Faithful messages have the layout of the
 * released code. Hardened messages fence the page's text and report the effect of the last action. Pure.
 */
import { fence } from '../chat/fence.js';
import { quoteInstructor } from '../chat/history-section.js';
import { PDF_REPORT_START, type VoyagerMessage } from './clip-messages.js';
import type { PromptVariant } from './system-prompt.js';

export const FORMAT_ERROR = "Format ERROR: Both 'Thought' and 'Action' should be included in your reply.";
export const EXECUTION_ERROR =
  'The action that you chose cannot be executed. Check whether the numerical label, the action or its format is wrong, then give a revised Thought and Action.';

const LIST_HINT =
  'For some web elements the tag name and the contained text are given. A <textarea> or <input> may be a text box, but not certainly. Look at the screenshot first, and then at the texts.';

/** The beginning of the first message, in which the judge finds the task. */
export const formatTaskLead = (task: string, startUrl: string): string =>
  `Now given a task: ${task}  Please interact with ${startUrl} and get the answer. \n`;

/** The beginning of a message after a later instructor line. The paper has no such lines. */
export const formatLaterLead = (line: string, question: string | null): string =>
  `${question === null ? '' : `You asked: ${question} `}The user adds: ${line} \n`;

export interface FaithfulObservation {
  /** The task or a later instructor line; otherwise ''. */
  lead: string;
  /** The text list, or the accessibility tree. */
  content: string;
  image: Uint8Array | null;
  /** The warning about the last text input; otherwise ''. */
  warning: string;
  /** The report on a PDF file that was just downloaded; otherwise ''. */
  pdfReport: string;
}

export function buildFaithfulObservation(
  { lead, content, image, warning, pdfReport }: FaithfulObservation,
  mode: PromptVariant['mode'],
): VoyagerMessage {
  const isText = mode === 'text';
  const observation = pdfReport
    ? `Observation: ${pdfReport} Please analyze the response given by Assistant, then consider whether to continue iterating or not. ${
        isText
          ? 'The accessibility tree of the current page is also given, give the Thought and Action.'
          : `The screenshot of the current page is also attached, give the Thought and Action. ${LIST_HINT}`
      }`
    : `Observation:${warning} ${
        isText
          ? 'please analyze the accessibility tree and give the Thought and Action.'
          : `please analyze the attached screenshot and give the Thought and Action. ${LIST_HINT}`
      }`;
  return {
    role: 'user',
    text: `${lead}${observation}\n${content}`,
    ...(image ? { image } : {}),
    observation: { lead, hasFile: pdfReport !== '' },
  };
}

/** The report on a PDF file. It replaces the answer of the paper's document assistant. */
export const formatPdfReport = (text: string): string =>
  `${PDF_REPORT_START}. The Assistant that reads files gives the parts that match the task best: ${text}`;

export interface HardenedObservation {
  /** The instructor's lines and the effects of the last actions. This part stays when the observation is clipped. */
  lead: readonly string[];
  /** Facts that are clipped with the observation: scroll position, tabs, warnings. */
  facts: readonly string[];
  /** Title, URL, and the list of elements or the accessibility tree. */
  content: readonly string[];
  image: Uint8Array | null;
  /** Lines about downloaded files. */
  files: readonly string[];
}

export function buildHardenedObservation(
  { lead, facts, content, image, files }: HardenedObservation,
  marker: string,
): VoyagerMessage {
  const leadText = lead.join('\n');
  const parts = [
    ...lead,
    `Observation:${facts.length ? ` ${facts[0]}` : ''}`,
    ...facts.slice(1),
    fence(marker, 'page', content),
    ...(files.length ? [fence(marker, 'file', files)] : []),
    'Give your Thought and your Action.',
  ];
  return {
    role: 'user',
    text: parts.join('\n'),
    ...(image ? { image } : {}),
    observation: { lead: leadText, hasFile: files.length > 0 },
  };
}

/** An instructor line with the marker that identifies it as an instruction. */
export const formatInstruction = (line: string, marker: string): string =>
  `instructor ${marker}: ${quoteInstructor(line)}`;

/** The message after an answer that cannot be executed. */
export const buildErrorMessage = (text: string): VoyagerMessage => ({ role: 'user', text });
