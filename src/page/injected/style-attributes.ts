/**
 * Decides whether a changed `class` or `data-*` attribute may change the page's appearance. It may only if a style
 * sheet mentions it.
 */

import { shadowOf } from './text.js';

/** Properties that do not change an element's appearance. */
const INVISIBLE_PROPERTIES =
  /^(?:cursor|pointer-events|user-select|-webkit-user-select|touch-action|will-change|transition(?:-.+)?|scroll-.+)$/;

export const isStyleAttribute = (attribute: string | null): boolean =>
  attribute !== null && (attribute === 'class' || attribute.startsWith('data-'));

const classNamesIn = (value: string | null): Set<string> =>
  new Set((value ?? '').split(/\s+/).filter((name) => name !== ''));

/** Selector fragments for the change. It affects only rules whose selectors contain one of them. */
function changedFragments(attribute: string, previous: string | null, current: string | null): string[] {
  if (attribute !== 'class') return [`[${attribute}`];
  const [classesBefore, classesAfter] = [classNamesIn(previous), classNamesIn(current)];
  const toggled = [
    ...[...classesBefore].filter((name) => !classesAfter.has(name)),
    ...[...classesAfter].filter((name) => !classesBefore.has(name)),
  ];
  return toggled.length === 0 ? [] : ['[class', ...toggled.map((name) => `.${CSS.escape(name)}`)];
}

function hasVisibleDeclaration(style: CSSStyleDeclaration): boolean {
  for (let i = 0; i < style.length; i++) if (!INVISIBLE_PROPERTIES.test(style.item(i))) return true;
  return false;
}

/** Whether a selector contains a fragment as a whole word: `.on` does not match `.once`. */
const mentionsFragment = (selector: string, fragment: string): boolean => {
  for (let index = selector.indexOf(fragment); index >= 0; index = selector.indexOf(fragment, index + 1))
    if (!/[\w\\-]/.test(selector.charAt(index + fragment.length))) return true;
  return false;
};

function ruleMentions(rule: CSSRule, fragments: readonly string[], attribute: string): boolean {
  if (rule instanceof CSSStyleRule) {
    if (rule.style.content.includes(`attr(${attribute}`)) return true;
    const matches = fragments.some((fragment) => mentionsFragment(rule.selectorText, fragment));
    // Nested rules depend on the outer selector.
    if (matches && (hasVisibleDeclaration(rule.style) || rule.cssRules?.length)) return true;
  }
  const inner = (rule as CSSGroupingRule).cssRules as CSSRuleList | undefined;
  if (inner && rulesMention(inner, fragments, attribute)) return true;
  return rule instanceof CSSImportRule && sheetMentions(rule.styleSheet, fragments, attribute);
}

function rulesMention(rules: CSSRuleList, fragments: readonly string[], attribute: string): boolean {
  for (const rule of Array.from(rules)) if (ruleMentions(rule, fragments, attribute)) return true;
  return false;
}

/** Whether a sheet mentions a fragment. A cross-origin sheet cannot be read, so it may mention anything. */
function sheetMentions(
  sheet: CSSStyleSheet | null,
  fragments: readonly string[],
  attribute: string,
): boolean {
  if (!sheet || sheet.disabled) return false;
  try {
    return rulesMention(sheet.cssRules, fragments, attribute);
  } catch {
    return true;
  }
}

/** Whether changing an attribute from `previous` to its current value may change the page's appearance. */
export function mayChangeAppearance(element: Element, attribute: string, previous: string | null): boolean {
  const current = element.getAttribute(attribute);
  if (previous === current) return false;
  const fragments = changedFragments(attribute, previous, current);
  if (fragments.length === 0) return false;
  const root = element.getRootNode();
  // Several tree scopes may style shadow hosts and slotted elements.
  const shadow = shadowOf(element);
  const roots: (Document | ShadowRoot)[] = [document];
  if (root instanceof ShadowRoot) roots.push(root);
  if (shadow) roots.push(shadow);
  return roots.some((styledRoot) =>
    [...Array.from(styledRoot.styleSheets), ...styledRoot.adoptedStyleSheets].some((sheet) =>
      sheetMentions(sheet, fragments, attribute),
    ),
  );
}
