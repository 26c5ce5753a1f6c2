/** Plans the action that undoes another one, using only the record of that action. Pure. */
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
   * `remainingEffect`: the effect that cannot be taken back, as part of a sentence. `validAtUrl`: the inverse is valid only
   * at this URL; elsewhere, going back or forward would lead to another page.
   */
  | { type: 'act'; action: PageAction; proof: Proof; remainingEffect?: string; validAtUrl?: string }
  /** `reason`: part of a sentence. */
  | { type: 'impossible'; reason: string; leavesHistoryEntry?: true };

export interface DoneAction {
  turn: ActionTurn;
  /** URL of the page before the action. */
  urlBefore: string;
  /** Whether the action needed consent, which means that it is irreversible. */
  hadConsent: boolean;
}

/** Effects that leave nothing to take back. */
const TEMPORARY_EFFECTS: ReadonlySet<Effect['type']> = new Set(['focus', 'scroll', 'clipboard']);

const createImpossibleInverse = (reason: string): Inverse => ({ type: 'impossible', reason });

export function planInverse({ turn, urlBefore, hadConsent }: DoneAction): Inverse {
  const { action, target, outcome } = turn;
  if (outcome.status !== 'done') return { type: 'nothing' };
  const { effects } = outcome;
  if (effects.every(({ type }) => TEMPORARY_EFFECTS.has(type))) return { type: 'nothing' };
  if (hadConsent) return createImpossibleInverse('it is irreversible');
  const findEffect = <T extends Effect['type']>(type: T): Extract<Effect, { type: T }> | undefined =>
    effects.findLast((effect): effect is Extract<Effect, { type: T }> => effect.type === type);
  const tabOpening = findEffect('tab-opened');
  if (tabOpening)
    return {
      type: 'act',
      action: { intent: 'tabremove', tab: tabOpening.opened },
      proof: { type: 'tab-gone', tab: tabOpening.opened },
    };
  if (findEffect('tab-closed')) return createImpossibleInverse('a closed tab is lost');
  const tabSwitch = findEffect('tab-switched');
  if (tabSwitch)
    return {
      type: 'act',
      action: { intent: 'tabswitch', tab: tabSwitch.from },
      proof: { type: 'tab-active', tab: tabSwitch.from },
    };
  if (findEffect('download')) return createImpossibleInverse('the file has been saved');
  if (findEffect('crashed')) return createImpossibleInverse('the page crashed');
  if (findEffect('dialog-answered') || findEffect('dialog'))
    return createImpossibleInverse('a dialog was answered');
  if (findEffect('navigated') || findEffect('url')) return planHistoryNavigation(turn, outcome, urlBefore);
  return planValueChange(action, target, findEffect('value'), findEffect('state'));
}

function planHistoryNavigation(
  { action, target }: ActionTurn,
  { effects }: Extract<Outcome, { status: 'done' }>,
  urlBefore: string,
): Inverse {
  const urlChange = effects.findLast((effect) => effect.type === 'navigated' || effect.type === 'url');
  const url = urlChange?.type === 'navigated' ? urlChange.url : urlChange?.type === 'url' ? urlChange.to : '';
  if (action.intent === 'reload')
    return createImpossibleInverse('reloading discarded the earlier content of the page');
  if (url === urlBefore)
    return { type: 'impossible', reason: 'the site has processed it', leavesHistoryEntry: true };
  const proof: Proof = { type: 'url', url: urlBefore };
  if (action.intent === 'back') return { type: 'act', action: { intent: 'forward' }, proof, validAtUrl: url };
  const sendsNoData =
    action.intent === 'load' ||
    action.intent === 'forward' ||
    target?.attributes['href'] !== undefined ||
    url.includes('?');
  return {
    type: 'act',
    action: { intent: 'back' },
    proof,
    validAtUrl: url,
    ...(sendsNoData ? {} : { remainingEffect: 'the site keeps the data that it received' }),
  };
}

function planValueChange(
  action: PageAction,
  target: ActionTarget | null,
  valueEffect: Extract<Effect, { type: 'value' }> | undefined,
  stateEffect: Extract<Effect, { type: 'state' }> | undefined,
): Inverse {
  if (!target || !('uid' in action)) return createImpossibleInverse('its effect on the page is not known');
  if (target.attributes['type'] === 'password') return createImpossibleInverse('I do not keep passwords');
  const { uid } = target;
  if (stateEffect?.name === 'checked' && target.role !== 'radio' && target.attributes['type'] !== 'radio') {
    const wasChecked = stateEffect.to !== 'true';
    return {
      type: 'act',
      action: { intent: 'change', uid, value: String(wasChecked) },
      proof: { type: 'checked', target, checked: wasChecked },
    };
  }
  if (stateEffect?.name === 'checked') return createImpossibleInverse('the earlier choice was not recorded');
  if (!valueEffect || (valueEffect.from === '' && valueEffect.to === ''))
    return createImpossibleInverse('a click cannot be taken back');
  const proof: Proof = { type: 'value', target, value: valueEffect.from };
  if (action.intent === 'change' && valueEffect.from === '')
    return createImpossibleInverse('there was no earlier choice');
  return action.intent === 'change'
    ? { type: 'act', action: { intent: 'change', uid, value: valueEffect.from }, proof }
    : { type: 'act', action: { intent: 'textInput', uid, text: valueEffect.from }, proof };
}
