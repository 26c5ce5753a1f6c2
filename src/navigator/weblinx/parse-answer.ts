/** Converts a model's answer to an action. WebLINX actions map almost one to one (spec 8.3). */
import type { LiveDecision } from '../../action/index.js';
import type { Action, Exchange, Observation } from '../../contract/index.js';
import type { LxmlDocument } from '../../lxml/index.js';
import { resolveAim } from './aim.js';
import { sayKind } from './say-kind.js';

export type ParsedAction = { ok: true; act: Action; repairs: string[] } | { ok: false; sentence: string };

const INSTEAD = 'The element that was named cannot be acted on by itself; what stands for it was taken.';

/** @param page the HTML of the observation, to find elements that are not candidates */
export function parseAnswer(
  decision: LiveDecision,
  observation: Observation,
  exchange: Exchange,
  page: () => LxmlDocument | null,
): ParsedAction {
  const made = (act: Action): ParsedAction => ({ ok: true, act, repairs: [] });
  switch (decision.intent) {
    case 'say':
      return made({ intent: 'say', kind: sayKind(decision.text, exchange), text: decision.text });
    case 'load':
      return made({ intent: 'load', url: decision.url });
    case 'scroll':
      return made({ intent: 'scroll', x: decision.x, y: decision.y });
    case 'tabcreate':
      return made({ intent: 'tabcreate' });
    case 'tabremove':
    case 'tabswitch': {
      const { intent, tab } = decision;
      return observation.tabs.some(({ id }) => id === tab)
        ? made({ intent, tab })
        : { ok: false, sentence: `The model named a tab that is not open (target = ${tab}).` };
    }
    default: {
      const aimed = resolveAim(decision.target, observation, page());
      if (!aimed.ok) return aimed;
      const { uid } = aimed;
      return { ok: true, act: aimedAct(decision, uid), repairs: aimed.instead ? [INSTEAD] : [] };
    }
  }
}

function aimedAct(decision: Extract<LiveDecision, { target: unknown }>, uid: string): Action {
  switch (decision.intent) {
    case 'textInput':
      return { intent: 'textInput', uid, text: decision.text };
    case 'change':
      return { intent: 'change', uid, value: decision.value };
    default:
      return { intent: decision.intent, uid };
  }
}
