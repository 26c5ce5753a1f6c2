/**
 * Redacts actions, outcomes, targets and other recorded values. Enum values (intents, types, reasons) are restored
 * afterwards: a secret that equals `click` must not make the file invalid, and an enum value reveals nothing.
 */
import type {
  Consent,
  AnsweredDialog,
  Effect,
  ElementSnapshot,
  PageEvent,
  OpenDialog,
  Outcome,
  PageAction,
  ActionTarget,
  ElementFingerprint,
} from '../contract/index.js';
import type { Redactor } from '../secrets/index.js';
import type { ActionRecord } from './records.js';

export function redactAction(action: PageAction, redactor: Redactor): PageAction {
  const redacted = redactor.json(action);
  if (redacted === action) return action;
  return { ...redacted, ...pickEnumValues(action), ...('uid' in action ? { uid: action.uid } : {}) };
}

/** Picks an action's enum values and ids. They never contain text from a page or a person. */
function pickEnumValues(action: PageAction): object {
  const { intent } = action;
  switch (intent) {
    case 'press':
      return { intent, key: action.key };
    case 'dialog':
      return { intent, answer: action.answer };
    case 'drag':
      return { intent, to: action.to };
    default:
      return { intent };
  }
}

type OutcomeText = Pick<Extract<Outcome, { status: 'done' }>, 'pageRefusal' | 'receivedBy'>;

const redactOutcomeText = ({ pageRefusal, receivedBy }: OutcomeText, redactor: Redactor): OutcomeText => ({
  ...(pageRefusal === undefined ? {} : { pageRefusal: redactor.text(pageRefusal) }),
  ...(receivedBy === undefined ? {} : { receivedBy: redactor.text(receivedBy) }),
});

export function redactOutcome(outcome: Outcome, redactor: Redactor): Outcome {
  switch (outcome.status) {
    case 'done': {
      const [firstEffect, ...otherEffects] = outcome.effects;
      const redact = (effect: Effect): Effect => redactEffect(effect, redactor);
      return {
        ...outcome,
        ...redactOutcomeText(outcome, redactor),
        effects: [redact(firstEffect), ...otherEffects.map(redact)],
      };
    }
    case 'no-effect':
      return { ...outcome, ...redactOutcomeText(outcome, redactor) };
    case 'already':
      return { ...outcome, detail: redactor.text(outcome.detail) };
    case 'failed': {
      const { consent } = outcome;
      const question = consent?.question ? redactor.text(consent.question) : null;
      return {
        ...outcome,
        detail: redactor.text(outcome.detail),
        ...(consent ? { consent: { ...consent, what: redactor.text(consent.what), question } } : {}),
      };
    }
  }
}

function redactEffect(effect: Effect, redactor: Redactor): Effect {
  const redacted = redactor.json(effect);
  switch (effect.type) {
    case 'dialog':
      return { ...redacted, type: effect.type, dialog: effect.dialog } as Effect;
    case 'scroll':
    case 'dialog-answered':
      return effect;
    default:
      return { ...redacted, type: effect.type } as Effect;
  }
}

export function redactConsent(consent: Consent, redactor: Redactor): Consent {
  const { what, facts, orderWords, review } = consent;
  return {
    ...consent,
    what: redactor.text(what),
    facts: redactor.json(facts),
    ...(orderWords === undefined ? {} : { orderWords: redactor.text(orderWords) }),
    ...(review ? { review: { ...review, difference: redactor.text(review.difference) } } : {}),
  };
}

export function redactPageEvent(event: PageEvent, redactor: Redactor): PageEvent {
  return { ...redactor.json(event), type: event.type } as PageEvent;
}

export function redactDialog<D extends AnsweredDialog | OpenDialog>(dialog: D, redactor: Redactor): D {
  const enumValues =
    'answer' in dialog ? { type: dialog.type, answer: dialog.answer } : { type: dialog.type };
  return { ...redactor.json(dialog), ...enumValues };
}

export function redactTarget(target: ActionTarget, redactor: Redactor): ActionTarget {
  return {
    uid: target.uid,
    tag: target.tag,
    role: target.role,
    name: redactor.text(target.name),
    ...(target.place === undefined ? {} : { place: redactor.text(target.place) }),
    attributes: redactAttributes(target.attributes, redactor),
    xpath: redactor.text(target.xpath),
  };
}

/** Redacts the fields that a replay needs to repeat an action. Tags and roles are standard terms and stay unchanged. */
export function redactReplayFacts(
  { fingerprint, dropFingerprint, tab, automatic }: ActionRecord,
  redactor: Redactor,
): Pick<ActionRecord, 'fingerprint' | 'dropFingerprint' | 'tab' | 'automatic'> {
  const redactFingerprint = (fingerprint: ElementFingerprint): ElementFingerprint => ({
    ...redactor.json(fingerprint),
    tag: fingerprint.tag,
    role: fingerprint.role,
  });
  return {
    ...(fingerprint ? { fingerprint: redactFingerprint(fingerprint) } : {}),
    ...(dropFingerprint ? { dropFingerprint: redactFingerprint(dropFingerprint) } : {}),
    ...(tab ? { tab: redactor.json(tab) } : {}),
    ...(automatic ? { automatic } : {}),
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

/** Redacts attribute names too, because a page can use a secret as an attribute name. */
function redactAttributes(attributes: Record<string, string>, redactor: Redactor): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [redactor.text(name), redactor.text(value)]),
  );
}
