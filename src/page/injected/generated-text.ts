/**
 * Reads text that style sheets generate before and after elements. Reading it from each element is expensive, so each
 * sheet is searched once for rules that generate text, and only elements that match these rules are read.
 */

interface CachedSheet {
  ruleCount: number;
  selectors: string[];
}

const sheets = new WeakMap<CSSStyleSheet, CachedSheet>();
/** With more than this many selectors, matching costs more than reading the computed style. */
const MAX_SELECTORS = 20;
/** Maximum number of rules to read in one list of rules. */
const MAX_RULES = 20_000;
/** Matches `content` with visible text, not just empty strings, spaces and icon font glyphs. */
const HAS_VISIBLE_TEXT = /"(?:[^"\\\s\p{Co}]|\\.)|"[^"]*[^"\s\p{Co}][^"]*"|attr\(|var\(|counter|quote/u;

/** `.a::before, .b` → `.a`. Selectors that cannot be split become `*`. */
function toBaseSelectors(selector: string, outerSelector: string): string[] {
  const resolvedSelector = outerSelector ? selector.replaceAll('&', `:is(${outerSelector})`) : selector;
  const parts = /[(["]/.test(resolvedSelector) ? [resolvedSelector] : resolvedSelector.split(',');
  return parts
    .filter((part) => /::?(?:before|after)/.test(part))
    .map((part) => part.replace(/::?(?:before|after)/g, '').trim())
    .map((part) => (part === '' || /[>+~]$|:host|::slotted|::part|&/.test(part) ? '*' : part));
}

function collectSelectors(rules: CSSRuleList, outerSelector: string, selectors: string[]): void {
  for (let i = 0; i < Math.min(rules.length, MAX_RULES); i++) {
    const rule = rules[i] as CSSStyleRule & CSSImportRule;
    // `styleMap.has` is the cheapest test; few rules set `content`.
    if (
      rule.styleMap?.has('content') &&
      /:(?:before|after)/.test(rule.selectorText) &&
      HAS_VISIBLE_TEXT.test(rule.style.content.replace(/url\("[^"]*"\)/g, ''))
    )
      selectors.push(...toBaseSelectors(rule.selectorText, outerSelector));
    if (rule.cssRules?.length) collectSelectors(rule.cssRules, rule.selectorText ?? outerSelector, selectors);
    else if (rule.styleSheet) selectors.push(...selectorsOf(rule.styleSheet));
  }
}

function selectorsOf(sheet: CSSStyleSheet): string[] {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // A cross-origin sheet cannot be read. It may generate the text of any empty element.
    return [':empty'];
  }
  const cachedSheet = sheets.get(sheet);
  if (cachedSheet?.ruleCount === rules.length) return cachedSheet.selectors;
  const selectors: string[] = [];
  collectSelectors(rules, '', selectors);
  sheets.set(sheet, { ruleCount: rules.length, selectors });
  return selectors;
}

/**
 * @returns a function that says whether style sheets may generate text for an element of this document or shadow tree
 */
export function createGeneratedTextMatcher(root: Document | ShadowRoot): (element: Element) => boolean {
  const selectors = new Set<string>();
  for (const sheet of [...Array.from(root.styleSheets), ...root.adoptedStyleSheets])
    if (!sheet.disabled) for (const selector of selectorsOf(sheet)) selectors.add(selector);
  if (selectors.size === 0) return () => false;
  if (selectors.size > MAX_SELECTORS || selectors.has('*')) return () => true;
  const joinedSelectors = [...selectors].join(',');
  return (element) => {
    try {
      return element.matches(joinedSelectors);
    } catch {
      return true;
    }
  };
}

/** An element's generated text, without icon font glyphs. */
export function readGeneratedText(element: Element, pseudo: '::before' | '::after'): string {
  const style = getComputedStyle(element, pseudo);
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '""') return '';
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const parts: string[] =
    content
      .replace(/url\("[^"]*"\)/g, '')
      .match(/"(?:[^"\\]|\\.)*"|attr\([^)]*\)|(?:open|close)-quote|\//g) ?? [];
  const text = parts
    // `"shown" / "alternative"`: screen readers read the alternative text.
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
