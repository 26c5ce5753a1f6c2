/** Checks actions against a scenario's rules, which forbid actions by target, URL, intent or consent class. Pure. */
import type { ConsentClass, TextPattern } from '../contract/index.js';

/** Forbids the actions that match all given conditions. */
export interface ForbidRule {
  target?: TextPattern;
  url?: TextPattern;
  intent?: string;
  class?: ConsentClass;
}

/** The properties of an action that rules can test. */
export interface CheckedAction {
  intent: string;
  /** The names of the target and of the control that the action presses. */
  names: readonly string[];
  /** URLs that the action leads to. */
  urls: readonly string[];
  class: ConsentClass | null;
}

/** Describes the first rule that the action breaks, as a noun phrase; null if it breaks none. */
export function describeBrokenRule(rules: readonly ForbidRule[], action: CheckedAction): string | null {
  const index = rules.findIndex((rule) => breaksRule(rule, action));
  return index < 0 ? null : describeRule(rules, index);
}

function breaksRule(
  { target, url, intent, class: consentClass }: ForbidRule,
  action: CheckedAction,
): boolean {
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
