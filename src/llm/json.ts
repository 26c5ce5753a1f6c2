/** Extracts an answer's JSON object from prose, code fences and reasoning. Two different objects are an error. */

export type ParsedJson = { ok: true; value: unknown; note: string | null } | { ok: false; reason: string };

export function findJson(answer: string): ParsedJson {
  const text = removeThoughts(answer).trim();
  const wholeValue = parseJsonOrUndefined(text);
  if (wholeValue !== undefined)
    return isObject(wholeValue)
      ? { ok: true, value: wholeValue, note: null }
      : { ok: false, reason: 'is JSON but not an object' };
  const objects = findObjects(text);
  const distinctObjects = new Map(objects.map((value) => [JSON.stringify(value), value]));
  if (distinctObjects.size === 1)
    return { ok: true, value: objects[0], note: 'there was other text around the JSON' };
  if (distinctObjects.size > 1)
    return { ok: false, reason: `contains ${distinctObjects.size} different JSON objects` };
  return { ok: false, reason: text.includes('{') ? 'contains no valid JSON' : 'is not JSON' };
}

/** Some servers include the model's reasoning in the answer. */
export function removeThoughts(text: string): string {
  const thought = /^\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/;
  const end = text.lastIndexOf('</think>');
  if (thought.test(text)) return text.replace(thought, '');
  // If the chat template opens the reasoning, only its closing tag is in the answer.
  return end >= 0 && !text.includes('<think>') ? text.slice(end + '</think>'.length) : text;
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Maximum number of opening braces to try; each costs a pass over the rest of the text. */
const MAX_TRIES = 50;

/** Finds the JSON objects in a text, in order. */
function findObjects(text: string): unknown[] {
  const objects: unknown[] = [];
  let position = text.indexOf('{');
  for (let tries = 0; position >= 0 && tries < MAX_TRIES; tries++) {
    const end = findClosingBrace(text, position);
    const value = end < 0 ? undefined : parseJsonOrUndefined(text.slice(position, end + 1));
    if (value === undefined) position = text.indexOf('{', position + 1);
    else {
      objects.push(value);
      position = text.indexOf('{', end + 1);
    }
  }
  return objects;
}

/** Returns the index of the brace that closes the one at `from`, ignoring strings; -1 if there is none. */
function findClosingBrace(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let position = from; position < text.length; position++) {
    const char = text[position];
    if (isQuoted) {
      if (char === '\\') position++;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return position;
  }
  return -1;
}
