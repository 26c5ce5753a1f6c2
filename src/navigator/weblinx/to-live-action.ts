/** Converts a parsed decision of the paper's models to an action. WebLINX actions map almost one to one. */
import type { LiveDecision } from '../../action/index.js';
import type { Action, Exchange, Observation } from '../../contract/index.js';
import type { LxmlDocument } from '../../lxml/index.js';
import { resolveLiveTarget } from './resolve-target.js';
import { inferSayKind } from './say-kind.js';

export type ConvertedAction =
  | { ok: true; action: Action; repairs: string[] }
  | { ok: false; message: string };

const SUBSTITUTION_MESSAGE =
  'The named element does not accept actions; the control that represents it was used.';

/** @param getPage returns the observation's HTML, to find elements that are not candidates */
export function toLiveAction(
  decision: LiveDecision,
  observation: Observation,
  exchange: Exchange,
  getPage: () => LxmlDocument | null,
): ConvertedAction {
  const succeed = (action: Action): ConvertedAction => ({ ok: true, action, repairs: [] });
  switch (decision.intent) {
    case 'say':
      return succeed({ intent: 'say', kind: inferSayKind(decision.text, exchange), text: decision.text });
    case 'load':
      return succeed({ intent: 'load', url: decision.url });
    case 'scroll':
      return succeed({ intent: 'scroll', x: decision.x, y: decision.y });
    case 'tabcreate':
      return succeed({ intent: 'tabcreate' });
    case 'tabremove':
    case 'tabswitch': {
      const { intent, tab } = decision;
      return observation.tabs.some(({ id }) => id === tab)
        ? succeed({ intent, tab })
        : { ok: false, message: `The model named a tab that is not open (target = ${tab}).` };
    }
    default: {
      const resolvedTarget = resolveLiveTarget(decision.target, observation, getPage());
      if (!resolvedTarget.ok) return resolvedTarget;
      const { uid } = resolvedTarget;
      return {
        ok: true,
        action: toTargetedAction(decision, uid),
        repairs: resolvedTarget.isSubstitute ? [SUBSTITUTION_MESSAGE] : [],
      };
    }
  }
}

function toTargetedAction(decision: Extract<LiveDecision, { target: unknown }>, uid: string): Action {
  switch (decision.intent) {
    case 'textInput':
      return { intent: 'textInput', uid, text: decision.text };
    case 'change':
      return { intent: 'change', uid, value: decision.value };
    default:
      return { intent: decision.intent, uid };
  }
}
