/** Plans the inverse of an action from its record alone. Pure. */
import type { ActionTarget, Effect, Outcome, PageAction, Turn } from '../contract/index.js';

type ActionTurn = Extract<Turn, { type: 'action' }>;

/** The page state that proves that the action was taken back. */
export type Proof =
  | { type: 'value'; target: ActionTarget; value: string }
  | { type: 'checked'; target: ActionTarget; checked: boolean }
  | { type: 'url'; url: string }
  | { type: 'tab-gone'; tab: number }
  | { type: 'tab-active'; tab: number };

export type Inverse =
  /** The action changed nothing that could be taken back. */
  | { type: 'nothing' }
  /**
   * `remains`: the effect that stays, as part of a sentence. `from`: the URL at which the inverse is valid; on another
   * page the history would lead elsewhere.
   */
  | { type: 'act'; action: PageAction; proof: Proof; remains?: string; from?: string }
  /** `why`: the reason, as part of a sentence. */
  | { type: 'impossible'; why: string; leavesHistoryEntry?: true };

export interface DoneAction {
  turn: ActionTurn;
  /** URL of the page before the action. */
  urlBefore: string;
  /** Whether the action needed consent, which means that it is irreversible. */
  hadConsent: boolean;
}

/** Effects that leave nothing to take back. */
const TEMPORARY_EFFECTS: ReadonlySet<Effect['type']> = new Set(['focus', 'scroll', 'clipboard']);

const impossible = (why: string): Inverse => ({ type: 'impossible', why });

export function planInverse({ turn, urlBefore, hadConsent }: DoneAction): Inverse {
  const { action, target, outcome } = turn;
  if (outcome.status !== 'done') return { type: 'nothing' };
  const { effects } = outcome;
  if (effects.every(({ type }) => TEMPORARY_EFFECTS.has(type))) return { type: 'nothing' };
  if (hadConsent) return impossible('it is irreversible');
  const findEffect = <T extends Effect['type']>(type: T): Extract<Effect, { type: T }> | undefined =>
    effects.findLast((effect): effect is Extract<Effect, { type: T }> => effect.type === type);
  const tabOpening = findEffect('tab-opened');
  if (tabOpening)
    return {
      type: 'act',
      action: { intent: 'tabremove', tab: tabOpening.opened },
      proof: { type: 'tab-gone', tab: tabOpening.opened },
    };
  if (findEffect('tab-closed')) return impossible('a closed tab is lost');
  const tabSwitch = findEffect('tab-switched');
  if (tabSwitch)
    return {
      type: 'act',
      action: { intent: 'tabswitch', tab: tabSwitch.from },
      proof: { type: 'tab-active', tab: tabSwitch.from },
    };
  if (findEffect('download')) return impossible('the file has been saved');
  if (findEffect('crashed')) return impossible('the page crashed');
  if (findEffect('dialog-answered') || findEffect('dialog')) return impossible('a dialog was answered');
  if (findEffect('navigated') || findEffect('url')) return planReturn(turn, outcome, urlBefore);
  return planValue(action, target, findEffect('value'), findEffect('state'));
}

function planReturn(
  { action, target }: ActionTurn,
  { effects }: Extract<Outcome, { status: 'done' }>,
  urlBefore: string,
): Inverse {
  const urlChange = effects.findLast((effect) => effect.type === 'navigated' || effect.type === 'url');
  const url = urlChange?.type === 'navigated' ? urlChange.url : urlChange?.type === 'url' ? urlChange.to : '';
  if (action.intent === 'reload') return impossible('reloading discarded the earlier content of the page');
  if (url === urlBefore)
    return { type: 'impossible', why: 'the site has processed it', leavesHistoryEntry: true };
  const proof: Proof = { type: 'url', url: urlBefore };
  if (action.intent === 'back') return { type: 'act', action: { intent: 'forward' }, proof, from: url };
  const sendsNoData =
    action.intent === 'load' ||
    action.intent === 'forward' ||
    target?.attributes['href'] !== undefined ||
    url.includes('?');
  return {
    type: 'act',
    action: { intent: 'back' },
    proof,
    from: url,
    ...(sendsNoData ? {} : { remains: 'the site keeps the data that it received' }),
  };
}

function planValue(
  action: PageAction,
  target: ActionTarget | null,
  value: Extract<Effect, { type: 'value' }> | undefined,
  state: Extract<Effect, { type: 'state' }> | undefined,
): Inverse {
  if (!target || !('uid' in action)) return impossible('its effect on the page is not known');
  if (target.attributes['type'] === 'password') return impossible('I do not keep passwords');
  const { uid } = target;
  if (state?.name === 'checked' && target.role !== 'radio' && target.attributes['type'] !== 'radio') {
    const checked = state.to !== 'true';
    return {
      type: 'act',
      action: { intent: 'change', uid, value: String(checked) },
      proof: { type: 'checked', target, checked },
    };
  }
  if (state?.name === 'checked') return impossible('the earlier choice was not recorded');
  if (!value || (value.from === '' && value.to === '')) return impossible('a click cannot be taken back');
  const proof: Proof = { type: 'value', target, value: value.from };
  if (action.intent === 'change' && value.from === '') return impossible('there was no earlier choice');
  return action.intent === 'change'
    ? { type: 'act', action: { intent: 'change', uid, value: value.from }, proof }
    : { type: 'act', action: { intent: 'textInput', uid, text: value.from }, proof };
}
