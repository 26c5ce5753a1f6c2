/**
 * Converts an action to WebLINX turns: one for the action itself and one for each tab event. Keeps the
 * pointer position and the clipboard text of earlier actions, because later turns contain them.
 */
import { type WeblinxForm, toWeblinxTurns } from '../action/index.js';
import type {
  Effect,
  ElementSnapshot,
  Observation,
  Outcome,
  PageAction,
  ActionResult,
  ActionTarget,
} from '../contract/index.js';
import type { Redactor } from '../secrets/index.js';
import type { ArtifactFiles } from './observation-files.js';
import type { ActionRecord } from './records.js';
import { redactElement } from './redact.js';
import { toBrowserTurn, type TurnTime, needsElement, toTabTurn, toTurnElement } from './turns.js';
import type { TurnElement, TurnState, WeblinxTurn } from './types.js';

/** A redacted action with its observation's files and its time. */
export interface RedactedAction {
  action: PageAction;
  target: ActionTarget | null;
  outcome: Outcome;
  url: string;
  files: ArtifactFiles;
  time: TurnTime;
}

export class ActionTurnMapper {
  private mouse = { x: 0, y: 0 };
  /** The text that was last copied, redacted. A paste is recorded with this text. */
  private clipboard: string | undefined;

  constructor(private readonly redactor: Redactor) {}

  /** Converts an action to its turns, in order. The list is empty if the action cannot be expressed in WebLINX. */
  toTurns(
    record: ActionRecord,
    { action, target, outcome, url, files, time }: RedactedAction,
  ): WeblinxTurn[] {
    const { viewport } = record.observation;
    const element = this.createTurnElement(record);
    const targetElement =
      target ?? (element && { tag: element.tagName, role: '', attributes: element.attributes });
    const urlAfter = record.pageAfter && this.redactor.text(record.pageAfter.url);
    const clipboard = this.clipboard === undefined ? undefined : this.redactor.text(this.clipboard);
    const isInContainer = isInScrollContainer(action, record.observation);
    const turnFacts = {
      outcome,
      element: targetElement,
      urlBefore: url,
      urlAfter,
      inContainer: isInContainer,
      clipboard,
    };
    // A new tab has no page yet.
    const isNewTab = action.intent === 'tabcreate';
    const state = isNewTab ? NO_STATE : toTurnState(files);
    const turns: WeblinxTurn[] = [];
    for (const turn of toWeblinxTurns(action, turnFacts, findActiveTab(record.observation))) {
      if (turn.kind === 'tab') turns.push(toTabTurn(time, turn.form));
      else if (element !== null || !needsElement(turn.form)) {
        const mouse = this.movePointer(record.result, turn.form, element);
        const location = { url: isNewTab ? 'about:blank' : url, tabId: turn.tab, viewport };
        turns.push(toBrowserTurn(time, location, state, turn.form, element, mouse));
      }
    }
    if (outcome.status === 'done') this.clipboard = findClipboardText(outcome.effects) ?? this.clipboard;
    return turns;
  }

  /** Creates the turn's element from the snapshot taken just before the action, or else from the observation. */
  private createTurnElement({ action, target, result, observation }: ActionRecord): TurnElement | null {
    if (!('uid' in action) || action.uid === undefined) return null;
    const { uid } = action;
    const snapshot = result.element ?? toObservedElement(uid, target, observation);
    return snapshot === null ? null : toTurnElement(redactElement(snapshot, this.redactor), uid);
  }

  /**
   * Updates and returns the pointer position. An action that does not move the pointer leaves the position unchanged. A
   * click or hover for which no position is known returns the centre of the element instead.
   */
  private movePointer(
    { mouse }: ActionResult,
    { intent }: WeblinxForm,
    element: TurnElement | null,
  ): { x: number; y: number } | null {
    if (intent === 'load') return null;
    if (mouse !== null) this.mouse = mouse;
    else if (element !== null && (intent === 'click' || intent === 'hover')) {
      const { x, y, width, height } = element.bbox;
      return { x: x + width / 2, y: y + height / 2 };
    }
    return this.mouse;
  }
}

function toObservedElement(
  uid: string,
  target: ActionTarget | null,
  observation: Observation,
): ElementSnapshot | null {
  const candidate =
    observation.candidates.find((candidate) => candidate.uid === uid) ??
    observation.candidates
      .flatMap((candidate) => candidate.folded)
      .find((foldedElement) => foldedElement.uid === uid);
  const source = target ?? candidate;
  if (source === undefined) return null;
  return {
    tagName: source.tag.toUpperCase(),
    attributes: source.attributes,
    box: candidate?.box ?? { x: 0, y: 0, width: 0, height: 0 },
    textContent: candidate?.text ?? source.name,
    innerHTML: '',
    outerHTML: '',
    xpath: source.xpath,
  };
}

const NO_STATE: TurnState = { screenshot: null, page: null };

function findClipboardText(effects: readonly Effect[]): string | undefined {
  return effects.findLast((effect) => effect.type === 'clipboard')?.text;
}

function toTurnState(files: ArtifactFiles): TurnState {
  const { screenshot, page } = files;
  return screenshot === null ? { screenshot, page } : { screenshot, page, screenshot_status: 'good' };
}

/** Whether the element is in a scroll container or frame, so that scroll offsets may not be those of the page. */
function isInScrollContainer(action: PageAction, { candidates }: Observation): boolean {
  const byUid = new Map(candidates.map((candidate) => [candidate.uid, candidate]));
  const targetElement = 'uid' in action && action.uid !== undefined ? byUid.get(action.uid) : undefined;
  let element = targetElement;
  while (element) {
    if (element.scroll || element.frame.length > 0) return true;
    element = element.parent === null ? undefined : byUid.get(element.parent);
  }
  return false;
}

function findActiveTab(observation: Observation): number {
  return (observation.tabs.find((tab) => tab.active) ?? observation.tabs[0])?.id ?? 0;
}
