/** Types into fields and chooses options. Pure. */
import type { Candidate, PageAction, Uid } from '../../contract/index.js';
import { fail, succeed, type ConversionResult } from './conversion.js';
import { findNearestOption, formatFieldValue, hasFixedFormat } from './field-values.js';

const ROLES_WITHOUT_TEXT: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'switch',
  'button',
  'link',
  'tab',
]);

export interface TextEntry {
  /** The number that the model used. */
  label: number;
  text: string;
  /** Whether to press Enter afterwards, if the field supports it. */
  enter: boolean;
}

/**
 * Replaces the content of a field, or sets a list or date field to the value that the text describes.
 *
 * @param today `2026-11-21`
 */
export function typeText(
  { label, text, enter: pressesEnter }: TextEntry,
  uid: Uid,
  candidate: Candidate | undefined,
  today: string,
): ConversionResult {
  if (candidate && hasFixedFormat(candidate)) {
    const value = formatFieldValue(candidate, text, today);
    return value === null
      ? fail(
          `“${text.slice(0, 40)}” is not a valid value for field [${label}] of type ${candidate.inputType}. Dates have the form YYYY-MM-DD, times HH:MM.`,
        )
      : succeed({ intent: 'change', uid, value });
  }
  if (candidate?.options?.length && !candidate.states.editable)
    return selectOption(label, text, uid, candidate, today);
  if (candidate && !candidate.states.editable && ROLES_WITHOUT_TEXT.has(candidate.role))
    return fail(`[${label}] is a ${candidate.role} and does not accept text.`);
  const input: PageAction = { intent: 'textInput', uid, text };
  return pressesEnter && acceptsEnter(candidate)
    ? { ok: true, actions: [input, { intent: 'press', key: 'Enter', uid }], warning: '' }
    : succeed(input);
}

/**
 * Whether Enter may follow the text. In a multi-line field, Enter starts a new line. In a number field, Enter would
 * submit the form, which is rarely complete at that point.
 */
const acceptsEnter = (candidate: Candidate | undefined): boolean =>
  candidate?.tag !== 'textarea' &&
  candidate?.attributes['contenteditable'] === undefined &&
  candidate?.inputType !== 'number';

/** Chooses the option that is most similar to the text. */
export function selectOption(
  label: number,
  option: string,
  uid: Uid,
  candidate: Candidate | undefined,
  today: string,
): ConversionResult {
  if (candidate && hasFixedFormat(candidate)) {
    const value = formatFieldValue(candidate, option, today);
    return succeed({ intent: 'change', uid, value: value ?? option });
  }
  if (!candidate?.options?.length) return succeed({ intent: 'change', uid, value: option });
  const nearest = findNearestOption(candidate.options, option);
  return nearest === null
    ? fail(`[${label}] has no option like “${option.slice(0, 60)}”. It offers: ${formatOptions(candidate)}.`)
    : succeed({ intent: 'change', uid, value: nearest });
}

const MAX_LISTED_OPTIONS = 20;

export function formatOptions({ options = [] }: Candidate): string {
  const labels = options.filter(({ disabled, label }) => !disabled && label.trim()).map(({ label }) => label);
  const omittedCount = labels.length - MAX_LISTED_OPTIONS;
  const quotedLabels = labels.slice(0, MAX_LISTED_OPTIONS).map((label) => JSON.stringify(label.slice(0, 60)));
  return `${quotedLabels.join(' | ')}${omittedCount > 0 ? ` and ${omittedCount} more` : ''}`;
}
