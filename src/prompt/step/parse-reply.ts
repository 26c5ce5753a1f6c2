/**
 * Parses the reply of a policy: a reason and one action. `parseStepFaithfully` uses the patterns of the released code,
 * with their quirks; `parseStepReply` uses the last complete action. Pure.
 */
import { scanAction } from './scan-action.js';

export interface StepReply {
  /** Null if the reply gives no reason. */
  reason: string | null;
  action: string | null;
}

export interface ReplyStyle {
  /** Whether the prompt requested only the action, without a reason. */
  noCot: boolean;
}

const FAITHFUL_REASON = /REASON:\s*(.*?)\s*(?=\n[A-Z]|$)/s;
const FAITHFUL_ACTION = /ACTION:\s*(.*?)\s*(?=\n[A-Z]|$)/s;
/** The only form from which quotation marks are removed. */
const QUOTED_TEXT = /^type \[(\d+)\] \["(.+)"\]$/s;

/** A field ends before a line that begins with a capital letter. */
export function parseStepFaithfully(reply: string, { noCot }: ReplyStyle): StepReply {
  const reason = FAITHFUL_REASON.exec(reply)?.[1] ?? null;
  const action = FAITHFUL_ACTION.exec(reply)?.[1] ?? (noCot ? reply.trim() : null);
  return { reason, action: action === null ? null : action.replace(QUOTED_TEXT, 'type [$1] [$2]') };
}

/** Matches a label at the start of a line; it may be a heading, in bold type or quoted. */
const createLabelPattern = (word: string): RegExp =>
  new RegExp(String.raw`^[ \t]*[*#>\`_ \t]*${word}[*_\` \t]*:`, 'gim');
/** Characters that may surround an action: code fences, quotation marks, bold type. */
const OPENING_MARKS = /^[\s*_`"'“]*(?:(?<=`{3})\w+[ \t]*\n\s*)?/;

export type ParsedStep =
  /** `action` ends with its closing bracket. */
  | { ok: true; reason: string; action: string }
  /** `fault`: one sentence for the model. */
  | { ok: false; fault: string; reason: string };

export function parseStepReply(reply: string, { noCot }: ReplyStyle): ParsedStep {
  const labels = [...reply.matchAll(createLabelPattern('action'))];
  if (labels.length === 0) {
    const wholeReply = noCot ? readAction(reply, 0) : null;
    if (wholeReply?.ok) return { ok: true, reason: '', action: wholeReply.action };
    return {
      ok: false,
      fault: noCot ? 'The reply is not one action.' : 'The reply has no line that begins with ACTION:.',
      reason: '',
    };
  }
  // Bracketed text may contain a line that begins with ACTION:, so labels inside an action do not count.
  let lastAction: { start: number; action: string; end: number } | null = null;
  let fault = '';
  for (const match of labels) {
    if (lastAction && match.index < lastAction.end) continue;
    const result = readAction(reply, match.index + match[0].length);
    if (result.ok) lastAction = { start: match.index, action: result.action, end: result.end };
    else ({ fault } = result);
  }
  const reason = findReason(reply.slice(0, lastAction ? lastAction.start : labels.at(-1)!.index));
  return lastAction ? { ok: true, reason, action: lastAction.action } : { ok: false, fault, reason };
}

function readAction(
  reply: string,
  from: number,
): { ok: true; action: string; end: number } | { ok: false; fault: string } {
  const openingMarks = OPENING_MARKS.exec(reply.slice(from))![0];
  const start = from + openingMarks.length;
  const text = reply.slice(start);
  // “In summary, the next action is ```click [7]```”: the action is in the fence.
  const fencedMatch = openingMarks.includes('`')
    ? null
    : /`{3}(?:\w*\n)?([^]+?)`{3}/.exec(getFirstParagraph(text));
  const offset = fencedMatch ? fencedMatch.index + fencedMatch[0].indexOf(fencedMatch[1]!) : 0;
  const content = cutMarks(text.slice(offset), openingMarks !== '' || fencedMatch !== null);
  const result = scanAction(content);
  if (!result.ok) return result;
  const { start: begin, end } = result.scanned;
  return { ok: true, action: content.slice(begin, end), end: start + offset + end };
}

const getFirstParagraph = (text: string): string => /^[^]*?(?=\n\s*\n|$)/.exec(text)![0];

/** Removes closing marks after a verb without brackets: `go_back**`. */
const cutMarks = (text: string, isMarked: boolean): string =>
  isMarked ? text.replace(/^([A-Za-z_]\w*?)_*[*`"'”]+(?=\s|$)/, '$1') : text;

function findReason(textBefore: string): string {
  const match = [...textBefore.matchAll(createLabelPattern('reasons?'))].at(-1);
  const text = match ? textBefore.slice(match.index + match[0].length) : textBefore;
  return text.replace(/^[*_`]+/, '').trim();
}
