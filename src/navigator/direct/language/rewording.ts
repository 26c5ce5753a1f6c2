/** Other words for what has words of its own: "put it in the basket" is to add it there. */

const REWORDED: readonly (readonly [said: RegExp, plainly: string])[] = [
  [
    /^(?:put|place|throw|drop) (.+?) (?:in|into|on|onto) (?:my |the |our )?(basket|cart|bag|trolley|wish ?list|list)$/iu,
    'add $1 to the $2',
  ],
  [
    /^(?:move|drag|slide) (?:the )?(.+?)(?: slider| knob| handle)? (?:up |down )?to (-?\d.*)$/iu,
    'set $1 to $2',
  ],
  [/^take (.+?) (?:out of|off|away from|from) (.+)$/iu, 'remove $1 from $2'],
  [/^fill (.+) (?:in|out)$/iu, 'fill in $1'],
  [/^use (?:the |your )?.+? to (?:search for|search|find|look for|look up) (.+)$/iu, 'search for $1'],
];

/** The clause in plainer words, or null where it has them. */
export function reworded(clause: string): string | null {
  const hit = REWORDED.find(([said]) => said.test(clause));
  return hit ? clause.replace(hit[0], hit[1]) : null;
}
