/**
 * For each element label in a prompt, lists the text that the model read, the element's id and its box. No side
 * effects.
 */
import type { RecordedPrompt } from '../../demonstration/index.js';
import { extractContentText } from './prompt-text.js';

export interface PromptElement {
  label: number;
  /** The element's entry in the prompt; empty if the element is only in the screenshot. */
  text: string;
  /** Id in the recorded page; null if the element cannot be acted on. */
  uid: string | null;
  /** In CSS px, relative to the window; null if the page was not recorded. */
  box: { x: number; y: number; width: number; height: number } | null;
}

/**
 * Matches an entry such as `[3] button "Save"`, or `[3]: <button> "Save";` in the format of the WebVoyager paper, where
 * tabs separate entries.
 */
const ENTRY = /(?:^|[\n\t])[ \t]*\[(\d+)\]:? *([^\n\t]*)/g;

/**
 * @param labels maps each label to the element's id
 * @param boxes JSON with a box for each id
 * @returns null if the navigator does not use labels
 */
export function listElements(
  labels: Readonly<Record<string, string>> | null,
  prompt: RecordedPrompt | undefined,
  boxes: string | null,
): PromptElement[] | null {
  if (labels === null) return null;
  const entryByLabel = new Map(readEntries(prompt));
  const boxById = boxes === null ? {} : (JSON.parse(boxes) as Record<string, PromptElement['box']>);
  const allLabels = new Set([...Object.keys(labels), ...entryByLabel.keys()].map(Number));
  return [...allLabels]
    .toSorted((a, b) => a - b)
    .map((label) => {
      const uid = labels[label] ?? null;
      const box = uid === null ? null : (boxById[uid] ?? null);
      return {
        label,
        text: entryByLabel.get(label) ?? '',
        uid,
        box: box && { x: box.x, y: box.y, width: box.width, height: box.height },
      };
    });
}

/** Reads the entries of the request's newest observation. */
function readEntries(prompt: RecordedPrompt | undefined): [number, string][] {
  if (!prompt || !('messages' in prompt.request)) return [];
  for (const { role, content } of prompt.request.messages.toReversed()) {
    if (role !== 'user') continue;
    const entries = [...extractContentText(content).matchAll(ENTRY)].map(
      ([, label, entry]) => [Number(label), entry!.replace(/;\s*$/, '').trim()] as [number, string],
    );
    if (entries.length > 0) return entries;
  }
  return [];
}
