/** Rewrites phrases to standard forms: "put it in the basket" becomes "add it to the basket". */

const REWORDINGS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [
    /^(?:put|place|throw|drop) (.+?) (?:in|into|on|onto) (?:my |the |our )?(basket|cart|bag|trolley|wish ?list|list)$/iu,
    'add $1 to the $2',
  ],
  [
    /^(?:move|drag|slide) (?:the )?(.+?)(?: slider| knob| handle)? (?:up |down )?to (-?\d.*)$/iu,
    'set $1 to $2',
  ],
  [/^(?:put|place|set) the cursor (?:in|into|on|inside) (.+)$/iu, 'click $1'],
  [/^assign (?:(?:it|this|that|(?:this|the) \p{L}+) )?to (?!me$)(.+)$/iu, 'set the assignee to $1'],
  [/^make (\p{Lu}\S*(?: \p{Lu}\S*)*) an? (\S+)$/u, 'change $1 to $2'],
  [/^make (?!(?:me|us|an?|another|new|one) )(.+?) (my|our|the) (?=\p{L})(.+)$/iu, 'set $2 $3 to $1'],
  [/^take (.+?) (?:out of|off|away from|from) (.+)$/iu, 'remove $1 from $2'],
  [/^(?:go|return|get|take me|bring me)(?: back)? home$/iu, 'go to the home page'],
  // "Insert a comma into the note" means typing, so it stays as it is; "insert a new row" adds an entry.
  [
    /^insert ((?:an?|another|one more|new) (?!.* (?:into|in|before|after|at|behind) (?:the|my|this) )(?:new )?\p{Ll}.*)$/u,
    'add $1',
  ],
  [/^insert (new \p{Ll}.*)$/u, 'add $1'],
  [/^fill (.+) (?:in|out)$/iu, 'fill in $1'],
  [
    /^i (?:don['’]?t|do not) (?:want|need) (?:to (?:get|receive|have) )?(?:any |the )?(?!to\b|you\b|it\b|that\b|this\b|them\b)(.+?)(?: any ?more)?$/iu,
    'no $1',
  ],
  [/^use (?:the |your )?.+? to (?:search for|search|find|look for|look up) (.+)$/iu, 'search for $1'],
  [/^(?:use|using) (the |your )(.+?),? to (enter|type|write|put in) (.+)$/iu, '$3 $4 into $1$2'],
  // In "use X to …", the purpose is the instruction, unless X is a control to press.
  [
    /^(?:use|using) (?:the |your |this |that )?(?!.*\b(?:button|link|icon|key|tab|menu|shortcut)\b.* to )[^,]+? to (?=\p{Ll}+ \S)(.+)$/iu,
    '$1',
  ],
  [
    /^(?:select|choose|pick|set|enter) (-?\d\S*|[\p{L}\uE000-\uE0FF]+) (?:with|using|on|by means of) (the (?:.+ )?(?:slider|spinner|picker|colou?r ?wheel|dial|knob|stepper|range))$/iu,
    'set $2 to $1',
  ],
];

/** A command to click, with what may be a menu path: "open File > Export > PDF". */
const VERB_AND_MENU_PATH =
  /^(open|click(?: on)?|choose|select|pick|go to|press|hit|tap(?: on)?|navigate to) (.+)$/iu;

const COPY_INTO = /^copy (.+?) (?:into|to|in) (the .+ (?:field|box|area|input|textbox|textarea))$/iu;

/** Splits "copy the code into the search box" into copying and pasting. */
export function splitCopyInto(clause: string): string[] | null {
  const match = COPY_INTO.exec(clause);
  return match ? [`copy ${match[1]!}`, `paste it into ${match[2]!}`] : null;
}

/** Returns one clause per menu entry; null if the clause contains no menu path. */
export function splitMenuPath(clause: string): string[] | null {
  const match = VERB_AND_MENU_PATH.exec(clause);
  const parts = match?.[2]!.split(/\s*[>›»]\s*/u).map((part) => part.trim()) ?? [];
  if (parts.length < 2 || parts.some((part) => part === '' || part.split(' ').length > 5)) return null;
  return parts.map((part) => `${match![1]!} ${part}`);
}

/** Returns the clause in its standard form; null if no rewording applies. */
export function reword(clause: string): string | null {
  const hit = REWORDINGS.find(([pattern]) => pattern.test(clause));
  return hit ? clause.replace(hit[0], hit[1]) : null;
}
