/**
 * Decides whether a changed `class` or `data-*` attribute can change how the page looks: only if a style sheet
 * mentions it. An action that changes nothing else has no visible effect.
 */

import { shadowOf } from './text.js';

/** Properties that do not change the appearance of an element. */
const INVISIBLE_PROPERTIES =
  /^(?:cursor|pointer-events|user-select|-webkit-user-select|touch-action|will-change|transition(?:-.+)?|scroll-.+)$/;

export const isStyleAttribute = (attribute: string | null): boolean =>
  attribute !== null && (attribute === 'class' || attribute.startsWith('data-'));

const classes = (value: string | null): Set<string> =>
  new Set((value ?? '').split(/\s+/).filter((name) => name !== ''));

/** Selector fragments that a rule must contain to be affected by the change. */
function changedSelectors(attribute: string, previous: string | null, is: string | null): string[] {
  if (attribute !== 'class') return [`[${attribute}`];
  const [before, after] = [classes(previous), classes(is)];
  const toggled = [
    ...[...before].filter((name) => !after.has(name)),
    ...[...after].filter((name) => !before.has(name)),
  ];
  return toggled.length === 0 ? [] : ['[class', ...toggled.map((name) => `.${CSS.escape(name)}`)];
}

function hasVisibleDeclaration(style: CSSStyleDeclaration): boolean {
  for (let i = 0; i < style.length; i++) if (!INVISIBLE_PROPERTIES.test(style.item(i))) return true;
  return false;
}

/** Whether a selector contains a fragment as a whole word: `.on` does not match `.once`. */
const mentions = (selector: string, selectors: string): boolean => {
  for (let at = selector.indexOf(selectors); at >= 0; at = selector.indexOf(selectors, at + 1))
    if (!/[\w\\-]/.test(selector.charAt(at + selectors.length))) return true;
  return false;
};

function ruleMentions(rule: CSSRule, selectors: readonly string[], attribute: string): boolean {
  if (rule instanceof CSSStyleRule) {
    if (rule.style.content.includes(`attr(${attribute}`)) return true;
    const matches = selectors.some((word) => mentions(rule.selectorText, word));
    // Nested rules depend on the outer selector.
    if (matches && (hasVisibleDeclaration(rule.style) || rule.cssRules?.length)) return true;
  }
  const inner = (rule as CSSGroupingRule).cssRules as CSSRuleList | undefined;
  if (inner && rulesMention(inner, selectors, attribute)) return true;
  return rule instanceof CSSImportRule && sheetMentions(rule.styleSheet, selectors, attribute);
}

function rulesMention(rules: CSSRuleList, selectors: readonly string[], attribute: string): boolean {
  for (const rule of Array.from(rules)) if (ruleMentions(rule, selectors, attribute)) return true;
  return false;
}

/** A cross-origin sheet cannot be read, so it may mention anything. */
function sheetMentions(
  sheet: CSSStyleSheet | null,
  selectors: readonly string[],
  attribute: string,
): boolean {
  if (!sheet || sheet.disabled) return false;
  try {
    return rulesMention(sheet.cssRules, selectors, attribute);
  } catch {
    return true;
  }
}

/** Whether the change of an attribute from the value `previous` may change the appearance of the page. */
export function mayChangeAppearance(element: Element, attribute: string, previous: string | null): boolean {
  const is = element.getAttribute(attribute);
  if (previous === is) return false;
  const selectors = changedSelectors(attribute, previous, is);
  if (selectors.length === 0) return false;
  const root = element.getRootNode();
  // Shadow hosts and slotted elements are styled by several tree scopes.
  const shadow = shadowOf(element);
  const roots: (Document | ShadowRoot)[] = [document];
  if (root instanceof ShadowRoot) roots.push(root);
  if (shadow) roots.push(shadow);
  return roots.some((at) =>
    [...Array.from(at.styleSheets), ...at.adoptedStyleSheets].some((sheet) =>
      sheetMentions(sheet, selectors, attribute),
    ),
  );
}
