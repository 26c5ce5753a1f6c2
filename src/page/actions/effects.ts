/** Derives an action's effects by comparing the target and the page before and after the action. No side effects. */
import type { Effect, PageAction } from '../../contract/index.js';
import type { WireElementSnapshot, WirePageState, WireScroller } from '../injected/wire.js';

/** The state of the page before or after an action. `targetFrameState` is null if the target is in the main frame. */
export interface PageCheckpoint {
  mainFrameState: WirePageState | null;
  targetFrameState: WirePageState | null;
  /** The main frame's URL, even if its document does not answer. */
  url: string;
  /** Number of visible elements; read only for actions that may reveal elements merely by changing styles. */
  visibleElementCount: number | null;
  /** The focused element; read only for key presses. */
  focus: string | null;
  /** The caret in the focused element; read only for key presses. */
  caret: string | null;
  /** The scroll container around the focused element; read only for key presses. */
  scroller: WireScroller | null;
}

const CUSTOM_FIELD_ROLES: ReadonlySet<string> = new Set(['combobox', 'spinbutton', 'slider']);
/** Longer text is not the value of the widget; it comes from an open list inside it. */
const MAX_CUSTOM_VALUE_LENGTH = 80;
const MAX_REPORTED_LENGTH = 500;

/** Lists the changes in the target between two snapshots of it. */
export function diffTarget(before: WireElementSnapshot | null, after: WireElementSnapshot | null): Effect[] {
  if (!before || !after) return [];
  const effects: Effect[] = [];
  const shorten = (value: string): string => value.slice(0, MAX_REPORTED_LENGTH);
  if (before.value !== after.value)
    effects.push({ type: 'value', from: shorten(before.value), to: shorten(after.value) });
  // A custom widget shows its value as text.
  else if (CUSTOM_FIELD_ROLES.has(after.role) && !after.editable) {
    const [from, to] = [before, after].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
    if (from !== to && Math.max(from!.length, to!.length) <= MAX_CUSTOM_VALUE_LENGTH)
      effects.push({ type: 'value', from: from!, to: to! });
  }
  for (const key of ['checked', 'selected', 'expanded', 'pressed', 'current'])
    if (after.states[key] !== undefined && before.states[key] !== after.states[key])
      effects.push({ type: 'state', name: key, to: String(after.states[key]) });
  return effects;
}

/** Number of mutations expected without the action, in the main frame and in the target's frame. */
export interface ExpectedMutations {
  mainFrame: number;
  targetFrame: number;
}

/** Counts a frame's mutations; 0 if the number can be explained without the action. */
function countUnexpectedMutations(before: WirePageState, after: WirePageState, expected: number): number {
  const mutationCount = after.actionMutationCount - before.actionMutationCount;
  return mutationCount > (expected > 0 ? expected * 2 + 5 : 0) ? mutationCount : 0;
}

/** Returns the text that a script of the page copied during the action, or null. */
export function findCopiedText(before: PageCheckpoint, after: PageCheckpoint): string | null {
  for (const key of ['targetFrameState', 'mainFrameState'] as const) {
    const [stateBefore, stateAfter] = [before[key], after[key]];
    if (
      stateBefore &&
      stateAfter &&
      stateBefore.timeOrigin === stateAfter.timeOrigin &&
      stateAfter.copiedText.count > stateBefore.copiedText.count
    )
      return stateAfter.copiedText.text;
  }
  return null;
}

/** Lists the changes in the page between two checkpoints. */
export function diffPage(
  before: PageCheckpoint,
  after: PageCheckpoint,
  expectedMutations: ExpectedMutations,
  httpStatus: number | null,
): Effect[] {
  const [previous, current] = [before.mainFrameState, after.mainFrameState];
  if (previous && !current && before.url !== after.url)
    return [{ type: 'navigated', url: after.url, status: httpStatus }];
  if (!previous || !current)
    return current && !previous ? [{ type: 'navigated', url: current.url, status: httpStatus }] : [];
  if (previous.timeOrigin !== current.timeOrigin)
    return [{ type: 'navigated', url: current.url, status: httpStatus }];
  const effects: Effect[] = [];
  if (previous.url !== current.url) effects.push({ type: 'url', from: previous.url, to: current.url });
  if (previous.scrollX !== current.scrollX || previous.scrollY !== current.scrollY)
    effects.push({ type: 'scroll', x: current.scrollX, y: current.scrollY });
  const [previousScroller, currentScroller] = [before.scroller, after.scroller];
  if (
    currentScroller &&
    previousScroller?.uid === currentScroller.uid &&
    (previousScroller.x !== currentScroller.x || previousScroller.y !== currentScroller.y)
  )
    effects.push({ type: 'scroll', x: currentScroller.x, y: currentScroller.y, uid: currentScroller.uid });
  const [previousTargetFrame, currentTargetFrame] = [before.targetFrameState, after.targetFrameState];
  const isTargetFrameReplaced =
    previousTargetFrame !== null &&
    currentTargetFrame !== null &&
    previousTargetFrame.timeOrigin !== currentTargetFrame.timeOrigin;
  if (isTargetFrameReplaced) effects.push({ type: 'navigated', url: currentTargetFrame.url, status: null });
  else if (previousTargetFrame && currentTargetFrame && previousTargetFrame.url !== currentTargetFrame.url)
    effects.push({ type: 'url', from: previousTargetFrame.url, to: currentTargetFrame.url });
  const isSameTargetDocument =
    !isTargetFrameReplaced && previousTargetFrame !== null && currentTargetFrame !== null;
  // Each frame has its own expected number, so a busy page does not hide changes in a quiet frame.
  const mutationCount =
    countUnexpectedMutations(previous, current, expectedMutations.mainFrame) +
    (isSameTargetDocument
      ? countUnexpectedMutations(previousTargetFrame, currentTargetFrame, expectedMutations.targetFrame)
      : 0);
  const hasChangedValues =
    previous.valuesDigest !== current.valuesDigest ||
    (isSameTargetDocument && previousTargetFrame.valuesDigest !== currentTargetFrame.valuesDigest);
  if (mutationCount > 0) effects.push({ type: 'dom', mutations: mutationCount });
  else if (hasChangedValues) effects.push({ type: 'value', from: '', to: '' });
  if (
    effects.length === 0 &&
    expectedMutations.mainFrame === 0 &&
    before.visibleElementCount !== null &&
    after.visibleElementCount !== null
  ) {
    const addedElementCount = after.visibleElementCount - before.visibleElementCount;
    if (addedElementCount !== 0)
      effects.push({
        type: 'state',
        name: 'shown',
        to:
          addedElementCount > 0
            ? `${addedElementCount} more elements`
            : `${-addedElementCount} fewer elements`,
      });
  }
  if (before.focus !== null && after.focus !== null && before.focus !== after.focus)
    effects.push({ type: 'focus' });
  else if (before.caret !== null && after.caret !== null && before.caret !== after.caret)
    effects.push({ type: 'state', name: 'caret', to: 'moved' });
  return effects;
}

/** Whether an effect counts as a result of the action. Scrolling to a field before typing, for example, does not count. */
export function isRelevantEffect(action: PageAction, effect: Effect, editable: boolean): boolean {
  switch (action.intent) {
    case 'scroll':
      return effect.type !== 'focus' && effect.type !== 'value';
    case 'click':
      return effect.type !== 'focus' || editable;
    case 'press':
    case 'wait':
      return true;
    case 'reveal':
      return effect.type === 'scroll';
    case 'doubleClick':
    case 'rightClick':
      return effect.type !== 'focus';
    case 'hover':
      // Playwright scrolls the target into view.
      return effect.type !== 'focus' && effect.type !== 'scroll';
    default:
      return effect.type !== 'scroll' && effect.type !== 'focus';
  }
}

const EFFECTS_ELSEWHERE = new Set<Effect['type']>(['dom', 'state']);

/**
 * Combines the effects that the handler reported with those found by comparing the page before and after the action. If
 * a field keeps its value, changes elsewhere on the page are not effects of typing.
 */
export function selectEffects(
  action: PageAction,
  reportedEffects: readonly Effect[],
  observedEffects: readonly Effect[],
  editable: boolean,
): Effect[] {
  const reportedTypes = new Set(reportedEffects.map((effect) => effect.type));
  const allEffects = [
    ...reportedEffects,
    ...observedEffects.filter(
      (effect) =>
        isRelevantEffect(action, effect, editable) &&
        !(/^(?:value|scroll|dom)$/.test(effect.type) && reportedTypes.has(effect.type)),
    ),
  ];
  const hasValueEffect = allEffects.some((effect) => effect.type === 'value');
  const selectedEffects =
    action.intent === 'textInput' && !hasValueEffect
      ? allEffects.filter((effect) => !EFFECTS_ELSEWHERE.has(effect.type))
      : allEffects;
  return dropEmptyValueEffects(selectedEffects);
}

/** Drops the generic value effect if the target's own value change is known. */
function dropEmptyValueEffects(effects: Effect[]): Effect[] {
  const hasKnownValue = effects.some(
    (effect) => effect.type === 'value' && (effect.from !== '' || effect.to !== ''),
  );
  return effects.filter(
    (effect) => !(hasKnownValue && effect.type === 'value' && effect.from === '' && effect.to === ''),
  );
}
