/** Rules of a scenario that forbid actions by target, URL, intent or class, and the check of an action. Pure. */
import type { ConsentClass, TextPattern } from '../contract/index.js';

/** Forbids the actions that match all given conditions. */
export interface ForbidRule {
  target?: TextPattern;
  url?: TextPattern;
  intent?: string;
  class?: ConsentClass;
}

/** The properties of an action that rules refer to. */
export interface RuledAction {
  intent: string;
  /** Names of its target and of the control that it presses. */
  names: readonly string[];
  /** URLs that it leads to. */
  urls: readonly string[];
  class: ConsentClass | null;
}

/** Describes the first rule that the action breaks, as part of a sentence; null if it breaks none. */
export function findBrokenRule(rules: readonly ForbidRule[], action: RuledAction): string | null {
  const index = rules.findIndex((rule) => breaksRule(rule, action));
  return index < 0 ? null : describeRule(rules, index);
}

function breaksRule({ target, url, intent, class: consentClass }: ForbidRule, action: RuledAction): boolean {
  return (
    (intent === undefined || intent === action.intent) &&
    (consentClass === undefined || consentClass === action.class) &&
    (target === undefined || action.names.some((name) => target.test(name))) &&
    (url === undefined || action.urls.some((actionUrl) => url.test(actionUrl)))
  );
}

export function describeRule(rules: readonly ForbidRule[], index: number): string {
  const { target, url, intent, class: consentClass } = rules[index]!;
  const conditions = [
    ...(intent === undefined ? [] : [`intent ${intent}`]),
    ...(consentClass === undefined ? [] : [`class ${consentClass}`]),
    ...(target === undefined ? [] : [`target ${target}`]),
    ...(url === undefined ? [] : [`url ${url}`]),
  ];
  return `rule ${index + 1} of guard.forbid (${conditions.join(', ')})`;
}
