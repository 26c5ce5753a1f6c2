/**
 * Text that style sheets put before and after elements. To ask each element for it is dear, so the rules are
 * looked through once a sheet for those that generate words, and only what they match is asked.
 */

interface Sheet {
  rules: number;
  selectors: string[];
}

const sheets = new WeakMap<CSSStyleSheet, Sheet>();
/** More selectors than this cost more than asking. */
const MOST_SELECTORS = 20;
/** Sheets of more rules are read this far. */
const MOST_RULES = 20_000;
/** Empty strings, spaces and glyphs of icon fonts say nothing. */
const SAYS_SOMETHING = /"(?:[^"\\\s\p{Co}]|\\.)|"[^"]*[^"\s\p{Co}][^"]*"|attr\(|var\(|counter|quote/u;

/** `.a::before, .b` → `.a`; what cannot be told apart matches everything. */
function bases(selector: string, outer: string): string[] {
  const whole = outer ? selector.replaceAll('&', `:is(${outer})`) : selector;
  const parts = /[(["]/.test(whole) ? [whole] : whole.split(',');
  return parts
    .filter((part) => /::?(?:before|after)/.test(part))
    .map((part) => part.replace(/::?(?:before|after)/g, '').trim())
    .map((part) => (part === '' || /[>+~]$|:host|::slotted|::part|&/.test(part) ? '*' : part));
}

function collect(rules: CSSRuleList, outer: string, into: string[]): void {
  for (let i = 0; i < Math.min(rules.length, MOST_RULES); i++) {
    const rule = rules[i] as CSSStyleRule & CSSImportRule;
    // Of all readings this is the cheapest; few rules have any content, and only theirs are written out.
    if (
      rule.styleMap?.has('content') &&
      /:(?:before|after)/.test(rule.selectorText) &&
      SAYS_SOMETHING.test(rule.style.content.replace(/url\("[^"]*"\)/g, ''))
    )
      into.push(...bases(rule.selectorText, outer));
    if (rule.cssRules?.length) collect(rule.cssRules, rule.selectorText ?? outer, into);
    else if (rule.styleSheet) into.push(...selectorsOf(rule.styleSheet));
  }
}

function selectorsOf(sheet: CSSStyleSheet): string[] {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // Another site's style sheet may not be read: whatever is empty may have its words from there.
    return [':empty'];
  }
  const known = sheets.get(sheet);
  if (known?.rules === rules.length) return known.selectors;
  const selectors: string[] = [];
  collect(rules, '', selectors);
  sheets.set(sheet, { rules: rules.length, selectors });
  return selectors;
}

/** Whether an element of this document or shadow tree may have words generated for it. */
export function generatorsIn(root: Document | ShadowRoot): (element: Element) => boolean {
  const selectors = new Set<string>();
  for (const sheet of [...Array.from(root.styleSheets), ...root.adoptedStyleSheets])
    if (!sheet.disabled) for (const selector of selectorsOf(sheet)) selectors.add(selector);
  if (selectors.size === 0) return () => false;
  if (selectors.size > MOST_SELECTORS || selectors.has('*')) return () => true;
  const joined = [...selectors].join(',');
  return (element) => {
    try {
      return element.matches(joined);
    } catch {
      return true;
    }
  };
}

/** The words that stand there; glyphs of icon fonts are left out. */
export function generatedText(element: Element, where: '::before' | '::after'): string {
  const style = getComputedStyle(element, where);
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '""') return '';
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const parts: string[] =
    content
      .replace(/url\("[^"]*"\)/g, '')
      .match(/"(?:[^"\\]|\\.)*"|attr\([^)]*\)|(?:open|close)-quote|\//g) ?? [];
  const text = parts
    // `"shown" / "said"`: what is read aloud stands in for what is shown.
    .slice(parts.lastIndexOf('/') + 1)
    .map((part) => {
      if (part === 'open-quote') return '“';
      if (part === 'close-quote') return '”';
      if (part.startsWith('attr('))
        return element.getAttribute(part.slice(5, -1).trim().split(/[\s,]/)[0] ?? '') ?? '';
      return part.slice(1, -1).replace(/\\(.)/g, '$1');
    })
    .join('')
    .replace(/\p{Co}/gu, '');
  return text && style.display !== 'inline' ? ` ${text} ` : text;
}
