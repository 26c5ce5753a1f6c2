/** Parses `verb [argument] [argument]`, to check worked examples. Pure. */

export interface ActionForm {
  /** A verb of the grammar, or the name of a policy. */
  verb: string;
  args: string[];
}

/** @returns an error sentence if the text does not have this form */
export function readActionForm(text: string): ActionForm | string {
  const action = text.trim();
  const verb = /^[A-Za-z_]\w*/.exec(action)?.[0];
  if (verb === undefined)
    return `"${action}" does not start with a verb; an action looks like this: click [7]`;
  const args: string[] = [];
  let at = verb.length;
  while (at < action.length) {
    if (/\s/.test(action[at]!)) {
      at += 1;
      continue;
    }
    if (action[at] !== '[')
      return `"${action.slice(at, at + 30)}" is outside brackets; an action is one verb and its arguments in brackets: ${verb} [argument]`;
    const end = findClosingBracket(action, at);
    if (end === null) return `the bracket of "${action.slice(at, at + 30)}" is not closed`;
    args.push(action.slice(at + 1, end));
    at = end + 1;
  }
  return { verb: verb.toLowerCase(), args };
}

/** Brackets may be nested; a backslash escapes a bracket. */
function findClosingBracket(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') depth += 1;
    else if (text[at] === ']' && --depth === 0) return at;
  }
  return null;
}
