/**
 * Decides whether a changed `class` or `data-*` attribute may change the page's appearance. That is possible only if a
 * style sheet mentions the attribute or the class name.
 */

import { shadowOf } from './text.js';

/** Properties that do not change an element's appearance. */
const INVISIBLE_PROPERTIES =
  /^(?:cursor|pointer-events|user-select|-webkit-user-select|touch-action|will-change|transition(?:-.+)?|scroll-.+)$/;

export const isStyleAttribute = (attribute: string | null): boolean =>
  attribute !== null && (attribute === 'class' || attribute.startsWith('data-'));

const parseClassNames = (value: string | null): Set<string> =>
  new Set((value ?? '').split(/\s+/).filter((name) => name !== ''));

/** Lists selector fragments, such as `.open`. The change affects only rules whose selectors contain one of them. */
function listChangedFragments(
  attribute: string,
  previousValue: string | null,
  currentValue: string | null,
): string[] {
  if (attribute !== 'class') return [`[${attribute}`];
  const [classesBefore, classesAfter] = [parseClassNames(previousValue), parseClassNames(currentValue)];
  const toggledNames = [
    ...[...classesBefore].filter((name) => !classesAfter.has(name)),
    ...[...classesAfter].filter((name) => !classesBefore.has(name)),
  ];
  return toggledNames.length === 0 ? [] : ['[class', ...toggledNames.map((name) => `.${CSS.escape(name)}`)];
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

function doesRuleMention(rule: CSSRule, fragments: readonly string[], attribute: string): boolean {
  if (rule instanceof CSSStyleRule) {
    if (rule.style.content.includes(`attr(${attribute}`)) return true;
    const matches = fragments.some((fragment) => mentionsFragment(rule.selectorText, fragment));
    // Nested rules depend on the outer selector.
    if (matches && (hasVisibleDeclaration(rule.style) || rule.cssRules?.length)) return true;
  }
  const innerRules = (rule as CSSGroupingRule).cssRules as CSSRuleList | undefined;
  if (innerRules && doesAnyRuleMention(innerRules, fragments, attribute)) return true;
  return rule instanceof CSSImportRule && doesSheetMention(rule.styleSheet, fragments, attribute);
}

function doesAnyRuleMention(rules: CSSRuleList, fragments: readonly string[], attribute: string): boolean {
  for (const rule of Array.from(rules)) if (doesRuleMention(rule, fragments, attribute)) return true;
  return false;
}

/** Whether a sheet mentions a fragment. A cross-origin sheet cannot be read, so it may mention anything. */
function doesSheetMention(
  sheet: CSSStyleSheet | null,
  fragments: readonly string[],
  attribute: string,
): boolean {
  if (!sheet || sheet.disabled) return false;
  try {
    return doesAnyRuleMention(sheet.cssRules, fragments, attribute);
  } catch {
    return true;
  }
}

/** Whether the change of an attribute from `previousValue` to its current value may change the page's appearance. */
export function mayChangeAppearance(
  element: Element,
  attribute: string,
  previousValue: string | null,
): boolean {
  const currentValue = element.getAttribute(attribute);
  if (previousValue === currentValue) return false;
  const fragments = listChangedFragments(attribute, previousValue, currentValue);
  if (fragments.length === 0) return false;
  const root = element.getRootNode();
  // Several tree scopes may style shadow hosts and slotted elements.
  const shadow = shadowOf(element);
  const roots: (Document | ShadowRoot)[] = [document];
  if (root instanceof ShadowRoot) roots.push(root);
  if (shadow) roots.push(shadow);
  return roots.some((styledRoot) =>
    [...Array.from(styledRoot.styleSheets), ...styledRoot.adoptedStyleSheets].some((sheet) =>
      doesSheetMention(sheet, fragments, attribute),
    ),
  );
}
