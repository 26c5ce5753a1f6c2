/** Parses `verb [argument] [argument]`, to check worked examples. Pure. */

export interface ActionForm {
  /** A verb of the grammar, or the name of a policy. */
  verb: string;
  args: string[];
}

/** @returns an error message if the text does not have this form */
export function parseActionForm(text: string): ActionForm | string {
  const action = text.trim();
  const verb = /^[A-Za-z_]\w*/.exec(action)?.[0];
  if (verb === undefined)
    return `"${action}" does not start with a verb; an action looks like this: click [7]`;
  const args: string[] = [];
  let position = verb.length;
  while (position < action.length) {
    if (/\s/.test(action[position]!)) {
      position += 1;
      continue;
    }
    if (action[position] !== '[')
      return `"${action.slice(position, position + 30)}" is outside brackets; an action is one verb and its arguments in brackets: ${verb} [argument]`;
    const end = findClosingBracket(action, position);
    if (end === null) return `the bracket of "${action.slice(position, position + 30)}" is not closed`;
    args.push(action.slice(position + 1, end));
    position = end + 1;
  }
  return { verb: verb.toLowerCase(), args };
}

/** Brackets may be nested; a backslash escapes a bracket. */
function findClosingBracket(text: string, start: number): number | null {
  let depth = 0;
  for (let position = start; position < text.length; position++) {
    if (text[position] === '\\') position += 1;
    else if (text[position] === '[') depth += 1;
    else if (text[position] === ']' && --depth === 0) return position;
  }
  return null;
}
