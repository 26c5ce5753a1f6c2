/**
 * Redaction of contract values. Words of our own vocabulary (intents, types, reasons) are put back after
 * the redactor has been over a value: a secret that happens to read `click` must not make the file invalid,
 * and the word gives nothing away.
 */
import type { Effect, ElementSnapshot, Outcome, PageAct, Target } from '../contract/index.js';
import type { Redactor } from '../secrets/index.js';

export function redactAct(act: PageAct, redactor: Redactor): PageAct {
  const clean = redactor.json(act);
  if (clean === act) return act;
  const ours = act.intent === 'press' ? { intent: act.intent, key: act.key } : { intent: act.intent };
  return { ...clean, ...ours, ...('uid' in act ? { uid: act.uid } : {}) } as PageAct;
}

export function redactOutcome(outcome: Outcome, redactor: Redactor): Outcome {
  switch (outcome.status) {
    case 'done': {
      const [first, ...rest] = outcome.effects;
      const clean = (effect: Effect): Effect => ({ ...redactor.json(effect), type: effect.type }) as Effect;
      return { ...outcome, effects: [clean(first), ...rest.map(clean)] };
    }
    case 'no-effect':
      return outcome;
    case 'already':
    case 'failed':
      return { ...outcome, detail: redactor.text(outcome.detail) };
  }
}

export function redactTarget(target: Target, redactor: Redactor): Target {
  return {
    uid: target.uid,
    tag: target.tag,
    role: target.role,
    name: redactor.text(target.name),
    attributes: redactAttributes(target.attributes, redactor),
    xpath: redactor.text(target.xpath),
  };
}

export function redactElement(element: ElementSnapshot, redactor: Redactor): ElementSnapshot {
  return {
    tagName: element.tagName,
    attributes: redactAttributes(element.attributes, redactor),
    box: element.box,
    textContent: redactor.text(element.textContent),
    innerHTML: redactor.html(element.innerHTML),
    outerHTML: redactor.html(element.outerHTML),
    xpath: redactor.text(element.xpath),
  };
}

/** Names too: a page can write a value as the name of an attribute. */
function redactAttributes(attributes: Record<string, string>, redactor: Redactor): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [redactor.text(name), redactor.text(value)]),
  );
}
