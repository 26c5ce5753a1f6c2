/**
 * Records a policy's actions for the section PREVIOUS ACTIONS of its prompt. The faithful history keeps separate lists,
 * as the released code does, and loses the answers of called policies if the lists differ in length. The hardened
 * history keeps one record per action. Pure.
 */

export class FaithfulHistory {
  readonly #actions: string[] = [];
  readonly #responses: string[] = [];

  /** Called for every reply, executed or not. */
  update(action: string | null): void {
    if (action) this.#actions.push(action);
  }

  /** @param response '' after an action of the environment, otherwise the return value of the called policy */
  receive(response: string): void {
    this.#responses.push(response);
  }

  render(): string {
    const [actions, responses] = [this.#actions, this.#responses];
    if (actions.length !== responses.length) return actions.join('\n');
    return actions
      .map((action, index) => (responses[index] ? `${responses[index]} = ${action}` : action))
      .join('\n');
  }
}

interface ActionRecord {
  type: 'action';
  action: string;
  response: string;
  changedNothing: boolean;
  /** Whether the action is `note [...]`. */
  isNote: boolean;
}

type HistoryRecord = ActionRecord | { type: 'user' | 'error'; text: string };

/** Older lines are omitted, except notes, answers of called policies and the user's lines. */
const MAX_LINES = 60;
const MAX_TEXT_CHARS = 2_000;

/** On one line, so that page text cannot start a new line. */
const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_CHARS);

export class HardenedHistory {
  readonly #records: HistoryRecord[] = [];

  addAction(action: string, isNote = false): void {
    this.#records.push({
      type: 'action',
      action: toOneLine(action),
      response: '',
      changedNothing: false,
      isNote,
    });
  }

  /** Adds the return value of the last call. */
  addResponse(response: string): void {
    const last = this.#lastAction();
    if (last) last.response = toOneLine(response);
  }

  /** Marks the last action as having changed nothing. */
  markNoChange(): void {
    const last = this.#lastAction();
    if (last) last.changedNothing = true;
  }

  addError(text: string): void {
    this.#records.push({ type: 'error', text: toOneLine(text) });
  }

  /** Adds a line that the user said during the run. */
  addUserLine(text: string): void {
    this.#records.push({ type: 'user', text: toOneLine(text) });
  }

  /** Whether an earlier call with this action returned nothing but a request for more information. */
  returnedInformationRequest(action: string): boolean {
    return this.#records.some(
      (record) =>
        record.type === 'action' &&
        record.action === toOneLine(action) &&
        isInformationRequest(record.response),
    );
  }

  render(): string {
    const firstRecent = this.#records.length - MAX_LINES;
    const keptRecords = this.#records.filter((record, index) => index >= firstRecent || isAlwaysKept(record));
    const omittedCount = this.#records.length - keptRecords.length;
    const lines = keptRecords.map(formatRecord);
    return [...(omittedCount > 0 ? [`(${omittedCount} older lines are left out)`] : []), ...lines].join('\n');
  }

  #lastAction(): ActionRecord | undefined {
    return this.#records.findLast((record) => record.type === 'action');
  }
}

/** Whether a policy returned a request for information that its caller did not provide: `stop [NEED: the date]`. */
export const isInformationRequest = (answer: string): boolean => /^need:/i.test(answer.trim());

const isAlwaysKept = (record: HistoryRecord): boolean =>
  record.type === 'user' || (record.type === 'action' && (record.isNote || record.response !== ''));

function formatRecord(record: HistoryRecord): string {
  switch (record.type) {
    case 'user':
      return `USER: ${record.text}`;
    case 'error':
      return `ERROR: ${record.text}`;
    case 'action':
      return `${record.response ? `${record.response} = ` : ''}${record.action}${record.changedNothing ? ' (no change)' : ''}`;
  }
}
