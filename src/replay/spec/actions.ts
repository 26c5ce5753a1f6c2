/** Converts recorded actions to Playwright calls. Pure. */
import type { Effect, ElementFingerprint, ReplayAction } from '../../contract/index.js';
import { quote, quoteWithSecrets, toRelativeUrl, toUrlExpectation } from './literals.js';
import { toLocator } from './locator.js';
import type { SpecTabs } from './tabs.js';

export interface SpecActionContext {
  baseUrl: string;
  secrets: ReadonlySet<string>;
  tabs: SpecTabs;
  /** The recorded answer to a dialog that this action opens; null if it was dismissed automatically. */
  dialogAnswer: Extract<ReplayAction['action'], { intent: 'dialog' }> | null;
  warn(message: string): void;
}

const getEffects = ({ outcome }: ReplayAction): readonly Effect[] =>
  outcome.status === 'done' ? outcome.effects : [];

function findEffect<T extends Effect['type']>(
  step: ReplayAction,
  type: T,
): Extract<Effect, { type: T }> | undefined {
  return getEffects(step).findLast((effect): effect is Extract<Effect, { type: T }> => effect.type === type);
}

export function toActionLines(step: ReplayAction, context: SpecActionContext): string[] {
  const { tabs } = context;
  const page = tabs.current;
  const { comment, code } = step.fingerprint
    ? toLocator(step.fingerprint, page)
    : { code: null, comment: null };
  const call = toCall(step, code, context);
  if (call === null) return [];
  const openedTab = findEffect(step, 'tab-opened');
  const download = findEffect(step, 'download');
  const lines = [
    ...(comment === null ? [] : [`// ${comment}`]),
    ...(findEffect(step, 'dialog') ? toDialogLines(step, context) : []),
    ...(download ? [`const download = ${page}.waitForEvent('download');`] : []),
  ];
  if (openedTab && step.action.intent !== 'tabcreate') {
    const popup = tabs.open(openedTab.opened);
    lines.push(`const popup = ${page}.waitForEvent('popup');`, ...call, `${popup} = await popup;`);
  } else lines.push(...call);
  if (download) lines.push(`expect((await download).suggestedFilename()).toBe(${quote(download.file)});`);
  lines.push(...toExpectations(step, code, context));
  // In a block of its own, because two actions in one step would declare the same constants.
  return openedTab || download ? ['{', ...lines.map((line) => `  ${line}`), '}'] : lines;
}

function toDialogLines(step: ReplayAction, { dialogAnswer, tabs, secrets }: SpecActionContext): string[] {
  const message = findEffect(step, 'dialog')?.message ?? '';
  const text = dialogAnswer?.text === undefined ? '' : quoteWithSecrets(dialogAnswer.text, secrets);
  return [
    `${tabs.current}.once('dialog', (dialog) => {`,
    ...(message === '' ? [] : [`  expect(dialog.message()).toBe(${quote(message)});`]),
    `  void dialog.${dialogAnswer?.answer === 'accept' ? `accept(${text})` : 'dismiss()'};`,
    '});',
  ];
}

/** Returns the lines of the call; null if the spec needs none. @param element its locator; null if it has none */
function toCall(step: ReplayAction, element: string | null, context: SpecActionContext): string[] | null {
  const { action, fingerprint } = step;
  const { tabs, baseUrl, secrets, warn } = context;
  const page = tabs.current;
  const callOnElement = (call: string): string[] | null =>
    element === null ? null : [`await ${element}.${call};`];
  const finalValue = findEffect(step, 'value')?.to;
  const leaveOutUnsupported = (): string[] => {
    warn(`Turn ${step.turn} (${action.intent}) cannot be written to the spec; a comment marks its place.`);
    return [`// Left out: ${action.intent}, turn ${step.turn} of the recording.`];
  };
  switch (action.intent) {
    case 'click':
      return callOnElement('click()');
    case 'doubleClick':
      return callOnElement('dblclick()');
    case 'rightClick':
      return callOnElement(`click({ button: 'right' })`);
    case 'hover':
      return callOnElement('hover()');
    case 'reveal':
      return callOnElement('scrollIntoViewIfNeeded()');
    case 'textInput':
      if (action.uid === undefined)
        return [`await ${page}.keyboard.type(${quoteWithSecrets(action.text, secrets)});`];
      if (action.edit === undefined) return callOnElement(`fill(${quoteWithSecrets(action.text, secrets)})`);
      return finalValue === undefined
        ? leaveOutUnsupported()
        : callOnElement(`fill(${quoteWithSecrets(finalValue, secrets)})`);
    case 'paste':
      return finalValue === undefined
        ? leaveOutUnsupported()
        : callOnElement(`fill(${quoteWithSecrets(finalValue, secrets)})`);
    case 'change':
      return fingerprint && element && action.among === undefined
        ? toChange(action.value, fingerprint, element, page)
        : leaveOutUnsupported();
    case 'press':
      return action.uid === undefined
        ? [`await ${page}.keyboard.press(${quote(action.key)});`]
        : callOnElement(`press(${quote(action.key)})`);
    case 'submit':
      return callOnElement(`press('Enter')`);
    case 'upload':
      return callOnElement(`setInputFiles([${action.files.map(quote).join(', ')}])`);
    case 'drag': {
      if (!step.dropFingerprint) return leaveOutUnsupported();
      return callOnElement(`dragTo(${toLocator(step.dropFingerprint, page).code})`);
    }
    case 'load':
      return [`await open(${page}, ${quote(toRelativeUrl(action.url, baseUrl))});`];
    case 'back':
      return [`await ${page}.goBack();`];
    case 'forward':
      return [`await ${page}.goForward();`];
    case 'reload':
      return [`await ${page}.reload();`];
    case 'tabcreate': {
      const openedTab = findEffect(step, 'tab-opened');
      const createdPage = tabs.open(openedTab?.opened ?? -1);
      const openCall =
        action.url === undefined
          ? []
          : [`await open(${createdPage}, ${quote(toRelativeUrl(action.url, baseUrl))});`];
      return [`${createdPage} = await context.newPage();`, ...openCall];
    }
    case 'tabswitch':
      tabs.switchTo(action.tab);
      return [`await ${tabs.current}.bringToFront();`];
    case 'tabremove': {
      const closedPage = tabs.close(action.tab);
      return [`await ${closedPage}.close();`];
    }
    // Playwright scrolls to elements, and dialogs are answered where they open.
    case 'scroll':
    case 'wait':
    case 'dialog':
    case 'copy':
      return null;
  }
}

const TOGGLE_ROLES: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'switch',
  'menuitemcheckbox',
  'menuitemradio',
]);

function toChange(
  value: string,
  { tag, role, option }: ElementFingerprint,
  element: string,
  page: string,
): string[] {
  if (TOGGLE_ROLES.has(role) && (value === 'true' || value === 'false'))
    return [`await ${element}.${value === 'true' ? 'check' : 'uncheck'}();`];
  if (tag === 'select') return [`await ${element}.selectOption({ label: ${quote(option ?? value)} });`];
  if (tag === 'input' && option === undefined && role !== 'combobox')
    return [`await ${element}.fill(${quote(value)});`];
  return [
    `await ${element}.click();`,
    `await ${page}.getByRole('option', { name: ${quote(option ?? value)}, exact: true }).click();`,
  ];
}

/** Converts the effects of the action to assertions. */
function toExpectations(
  step: ReplayAction,
  element: string | null,
  { tabs, baseUrl, secrets }: SpecActionContext,
): string[] {
  const { action } = step;
  const navigation = getEffects(step).findLast(
    (effect) => effect.type === 'navigated' || effect.type === 'url',
  );
  if (navigation && action.intent !== 'load') {
    const url = navigation.type === 'navigated' ? navigation.url : navigation.to;
    return [`await expect(${tabs.current}).toHaveURL(${toUrlExpectation(url, baseUrl)});`];
  }
  if (action.intent === 'textInput' && element !== null && !navigation) {
    const value = findEffect(step, 'value')?.to;
    if (value === action.text && value !== '')
      return [`await expect(${element}).toHaveValue(${quoteWithSecrets(value, secrets)});`];
  }
  return [];
}
