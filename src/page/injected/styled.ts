/**
 * Attributes that show nothing by themselves: what is set in `data-*` or `class` is to be seen only where a style
 * sheet speaks of it. A click that changes no more than that has changed nothing that anybody could see.
 */

import { shadowOf } from './text.js';

/** Declarations that do not change how an element looks. */
const UNSEEN =
  /^(?:cursor|pointer-events|user-select|-webkit-user-select|touch-action|will-change|transition(?:-.+)?|scroll-.+)$/;

export const isQuiet = (attribute: string | null): boolean =>
  attribute !== null && (attribute === 'class' || attribute.startsWith('data-'));

const classes = (value: string | null): Set<string> =>
  new Set((value ?? '').split(/\s+/).filter((name) => name !== ''));

/** What selectors would have to say for the change to matter. */
function spokenOf(attribute: string, was: string | null, is: string | null): string[] {
  if (attribute !== 'class') return [`[${attribute}`];
  const [before, after] = [classes(was), classes(is)];
  const turned = [
    ...[...before].filter((name) => !after.has(name)),
    ...[...after].filter((name) => !before.has(name)),
  ];
  return turned.length === 0 ? [] : ['[class', ...turned.map((name) => `.${CSS.escape(name)}`)];
}

function shows(style: CSSStyleDeclaration): boolean {
  for (let i = 0; i < style.length; i++) if (!UNSEEN.test(style.item(i))) return true;
  return false;
}

/** `.on` in `.once` is another class. */
const says = (selector: string, spoken: string): boolean => {
  for (let at = selector.indexOf(spoken); at >= 0; at = selector.indexOf(spoken, at + 1))
    if (!/[\w\\-]/.test(selector.charAt(at + spoken.length))) return true;
  return false;
};

function ruleSpeaks(rule: CSSRule, spoken: readonly string[], attribute: string): boolean {
  if (rule instanceof CSSStyleRule) {
    if (rule.style.content.includes(`attr(${attribute}`)) return true;
    const named = spoken.some((word) => says(rule.selectorText, word));
    // What is nested in it speaks of it, too.
    if (named && (shows(rule.style) || rule.cssRules?.length)) return true;
  }
  const inner = (rule as CSSGroupingRule).cssRules as CSSRuleList | undefined;
  if (inner && listSpeaks(inner, spoken, attribute)) return true;
  return rule instanceof CSSImportRule && sheetSpeaks(rule.styleSheet, spoken, attribute);
}

function listSpeaks(rules: CSSRuleList, spoken: readonly string[], attribute: string): boolean {
  for (const rule of Array.from(rules)) if (ruleSpeaks(rule, spoken, attribute)) return true;
  return false;
}

/** A sheet of another site cannot be read, so it may speak of anything. */
function sheetSpeaks(sheet: CSSStyleSheet | null, spoken: readonly string[], attribute: string): boolean {
  if (!sheet || sheet.disabled) return false;
  try {
    return listSpeaks(sheet.cssRules, spoken, attribute);
  } catch {
    return true;
  }
}

/** Whether the attribute, which was `was` before, now stands so that the page may look otherwise. */
export function mayShow(element: Element, attribute: string, was: string | null): boolean {
  const is = element.getAttribute(attribute);
  if (was === is) return false;
  const spoken = spokenOf(attribute, was, is);
  if (spoken.length === 0) return false;
  const root = element.getRootNode();
  // A component is styled by its own sheets and, where it is a host or slotted, by those around it.
  const shadow = shadowOf(element);
  const roots: (Document | ShadowRoot)[] = [document];
  if (root instanceof ShadowRoot) roots.push(root);
  if (shadow) roots.push(shadow);
  return roots.some((at) =>
    [...Array.from(at.styleSheets), ...at.adoptedStyleSheets].some((sheet) =>
      sheetSpeaks(sheet, spoken, attribute),
    ),
  );
}
