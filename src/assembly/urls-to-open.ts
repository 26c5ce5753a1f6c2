/** Extracts the URLs that the instructor asks to open, as in "go to http://127.0.0.1:3000/". */

/** Matches URLs, and addresses without a scheme if they are unambiguous: `localhost` and IPv4 addresses. */
const ADDRESS =
  /https?:\/\/[^\s"'<>“”‘’`]+|(?<![\w./:@-])(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?![\w.]*\w)/gi;

/** Matches the words that come before an address to be opened. */
const OPENING_WORDS =
  /(?:^|\b(?:open|visit|load|browse|(?:go|navigate|head|switch|jump|move|return|get|surf)(?: back| over| on| straight)?(?: to)?|start|begin|continue|take me|bring me|log ?in|sign ?in)(?: (?:to|at|on|from|with|the|page|site|website|url|address|app|link|up|new|tab|in|a|and))*:?)\s*["'“‘<(]*$/i;

/** Matches verbs that introduce text to write. After such a verb, quotations and the text after a colon are that text. */
const WRITING_VERBS =
  /\b(?:type|enter|write|paste|insert|put|fill|set|send|reply|answer|post|comment|tweet|message|say|saying|reads?|text|search for|look up|called|named|titled)\b/i;

/** Whether the text ends inside a quotation. */
const isInQuotes = (text: string): boolean => /["“][^"”]*$/.test(text);

function isOpenRequest(precedingText: string): boolean {
  const clause = precedingText.split(/(?<=[.;!?])\s+|,?\s*\b(?:and then|then)\b/i).at(-1) ?? '';
  if (!OPENING_WORDS.test(clause.trimStart())) return false;
  // "Type 'go to http://…' into the field" and "Write to Ana: open http://…" contain text, not a request.
  return !(
    WRITING_VERBS.test(precedingText) &&
    (isInQuotes(precedingText.replace(/["“]$/, '')) || /:\s[^]*$/.test(clause))
  );
}

export function extractUrlsToOpen(text: string): string[] {
  const urls: string[] = [];
  for (const match of text.matchAll(ADDRESS)) {
    if (!isOpenRequest(text.slice(0, match.index))) continue;
    const address = match[0].replace(/[.,;:!?)\]}]+$/, '');
    const url = /^https?:/i.test(address) ? address : `http://${address}/`;
    if (URL.canParse(url)) urls.push(url);
  }
  return urls;
}
