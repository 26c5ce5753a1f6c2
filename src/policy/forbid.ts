/** Acts that a scenario forbids: rules by target, address, intent and class, and which of them an act breaks. Pure. */
import type { ConsentClass, TextPattern } from '../contract/index.js';

/** What is given has to fit, all of it. */
export interface ForbidRule {
  target?: TextPattern;
  url?: TextPattern;
  intent?: string;
  class?: ConsentClass;
}

/** What an act is, as far as rules can tell. */
export interface Wished {
  intent: string;
  /** What its target, and the control that it presses, are called. */
  names: readonly string[];
  /** Addresses that it leads to. */
  urls: readonly string[];
  class: ConsentClass | null;
}

/** The first rule that it breaks, as part of a sentence; null where it breaks none. */
export function brokenRule(rules: readonly ForbidRule[], wished: Wished): string | null {
  const index = rules.findIndex((rule) => breaks(rule, wished));
  return index < 0 ? null : ruleName(rules, index);
}

function breaks({ target, url, intent, class: kind }: ForbidRule, wished: Wished): boolean {
  return (
    (intent === undefined || intent === wished.intent) &&
    (kind === undefined || kind === wished.class) &&
    (target === undefined || wished.names.some((name) => target.test(name))) &&
    (url === undefined || wished.urls.some((one) => url.test(one)))
  );
}

export function ruleName(rules: readonly ForbidRule[], index: number): string {
  const { target, url, intent, class: kind } = rules[index]!;
  const parts = [
    ...(intent === undefined ? [] : [`intent ${intent}`]),
    ...(kind === undefined ? [] : [`class ${kind}`]),
    ...(target === undefined ? [] : [`target ${target}`]),
    ...(url === undefined ? [] : [`url ${url}`]),
  ];
  return `rule ${index + 1} of guard.forbid (${parts.join(', ')})`;
}
