/**
 * Clips the conversation: only the newest observations keep their screenshot or tree. Thoughts and actions of all turns
 * stay, and so does the text before an observation, which contains the task. Pure.
 *
 *     system · task + obs 1 · reply · obs 2 · reply · obs 3      with k = 1 becomes
 *     system · task + (omitted) · reply · (omitted) · reply · obs 3
 *
 * The result replaces the conversation. As in the released code, clipped messages are clipped again.
 */
import type { PromptVariant } from './system-prompt.js';

export interface VoyagerMessage {
  role: 'system' | 'user' | 'assistant';
  text: string;
  /** PNG of the viewport. */
  image?: Uint8Array;
  /** Present in messages with an observation that has not been clipped. */
  observation?: {
    /** The text before the observation: the task, or a later line of the instructor. */
    lead: string;
    /** Whether the message contains text from a file. */
    hasFile: boolean;
  };
}

const OMITTED: Record<PromptVariant['mode'], { plain: string; withFile: string }> = {
  multimodal: {
    plain: 'Observation: A screenshot and some texts. (Omitted in context.)',
    withFile: 'Observation: A screenshot, a PDF file and some texts. (Omitted in context.)',
  },
  text: {
    plain: 'Observation: An accessibility tree. (Omitted in context.)',
    withFile: 'Observation: An accessibility tree and a PDF file. (Omitted in context.)',
  },
};

/** The start of the report on a PDF file, by which the released code recognises such observations. */
export const PDF_REPORT_START = 'You downloaded a PDF file';

/** @param k number of observations that keep their screenshot or tree */
export function clipMessages(
  messages: readonly VoyagerMessage[],
  k: number,
  variant: PromptVariant,
): VoyagerMessage[] {
  const isCounted = variant.compat === 'faithful' ? isCountedFaithfully : hasObservation;
  const clip = variant.compat === 'faithful' ? clipFaithfully : clipAfterLead;
  let keptCount = 0;
  return messages
    .toReversed()
    .map((message) => {
      if (message.role !== 'user' || !isCounted(message, variant.mode)) return message;
      if (keptCount < k) {
        keptCount += 1;
        return message;
      }
      return clip(message, OMITTED[variant.mode]);
    })
    .toReversed();
}

const hasObservation = ({ observation }: VoyagerMessage): boolean => observation !== undefined;

/**
 * Whether the released code counts the message as an observation. In text mode it counts every user message, including
 * error messages and clipped ones.
 */
const isCountedFaithfully = (message: VoyagerMessage, mode: PromptVariant['mode']): boolean =>
  mode === 'text' || hasObservation(message);

function clipFaithfully(
  { text }: VoyagerMessage,
  omitted: { plain: string; withFile: string },
): VoyagerMessage {
  const lead = text.split('Observation:')[0]!.trim();
  return {
    role: 'user',
    text: `${lead}${text.includes(PDF_REPORT_START) ? omitted.withFile : omitted.plain}`,
  };
}

function clipAfterLead(
  { observation }: VoyagerMessage,
  omitted: { plain: string; withFile: string },
): VoyagerMessage {
  const { lead, hasFile } = observation!;
  return {
    role: 'user',
    text: [lead, hasFile ? omitted.withFile : omitted.plain].filter(Boolean).join('\n'),
  };
}
