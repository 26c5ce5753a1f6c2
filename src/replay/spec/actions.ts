/** Converts recorded actions to Playwright calls. Pure. */
import type { Effect, ElementFingerprint, ReplayAction } from '../../contract/index.js';
import { quote, quoteWithSecrets, relativeUrl, urlExpectation } from './literals.js';
import { toLocator } from './locator.js';
import type { SpecTabs } from './tabs.js';

export interface SpecActionContext {
  baseUrl: string;
  secrets: ReadonlySet<string>;
  tabs: SpecTabs;
  /** The recorded answer to a dialog that this action opens; null if it was dismissed automatically. */
  dialogAnswer: Extract<ReplayAction['action'], { intent: 'dialog' }> | null;
  warn(sentence: string): void;
}

const effectsOf = ({ outcome }: ReplayAction): readonly Effect[] =>
  outcome.status === 'done' ? outcome.effects : [];

function findEffect<T extends Effect['type']>(
  step: ReplayAction,
  type: T,
): Extract<Effect, { type: T }> | undefined {
  return effectsOf(step).findLast((effect): effect is Extract<Effect, { type: T }> => effect.type === type);
}

export function toActionLines(step: ReplayAction, context: SpecActionContext): string[] {
  const { tabs } = context;
  const page = tabs.current;
  const { comment, code } = step.fingerprint
    ? toLocator(step.fingerprint, page)
    : { code: null, comment: null };
  const call = toCall(step, code, context);
  if (call === null) return [];
  const opened = findEffect(step, 'tab-opened');
  const download = findEffect(step, 'download');
  const lines = [
    ...(comment === null ? [] : [`// ${comment}`]),
    ...(findEffect(step, 'dialog') ? toDialogLines(step, context) : []),
    ...(download ? [`const download = ${page}.waitForEvent('download');`] : []),
  ];
  if (opened && step.action.intent !== 'tabcreate') {
    const popup = tabs.open(opened.opened);
    lines.push(`const popup = ${page}.waitForEvent('popup');`, ...call, `${popup} = await popup;`);
  } else lines.push(...call);
  if (download) lines.push(`expect((await download).suggestedFilename()).toBe(${quote(download.file)});`);
  lines.push(...toExpectations(step, code, context));
  // A block, because constants of two actions in one step would clash.
  return opened || download ? ['{', ...lines.map((line) => `  ${line}`), '}'] : lines;
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

/** The call itself; null if the spec needs none. @param element null if the action has no element */
function toCall(step: ReplayAction, element: string | null, context: SpecActionContext): string[] | null {
  const { action, fingerprint } = step;
  const { tabs, baseUrl, secrets, warn } = context;
  const page = tabs.current;
  const on = (call: string): string[] | null => (element === null ? null : [`await ${element}.${call};`]);
  const finalValue = findEffect(step, 'value')?.to;
  const unsupported = (): string[] => {
    warn(`Turn ${step.turn} (${action.intent}) cannot be written to the spec; a comment marks its place.`);
    return [`// Left out: ${action.intent}, turn ${step.turn} of the recording.`];
  };
  switch (action.intent) {
    case 'click':
      return on('click()');
    case 'doubleClick':
      return on('dblclick()');
    case 'rightClick':
      return on(`click({ button: 'right' })`);
    case 'hover':
      return on('hover()');
    case 'reveal':
      return on('scrollIntoViewIfNeeded()');
    case 'textInput':
      if (action.uid === undefined)
        return [`await ${page}.keyboard.type(${quoteWithSecrets(action.text, secrets)});`];
      if (action.edit === undefined) return on(`fill(${quoteWithSecrets(action.text, secrets)})`);
      return finalValue === undefined ? unsupported() : on(`fill(${quoteWithSecrets(finalValue, secrets)})`);
    case 'paste':
      return finalValue === undefined ? unsupported() : on(`fill(${quoteWithSecrets(finalValue, secrets)})`);
    case 'change':
      return fingerprint && element && action.among === undefined
        ? toChange(action.value, fingerprint, element, page)
        : unsupported();
    case 'press':
      return action.uid === undefined
        ? [`await ${page}.keyboard.press(${quote(action.key)});`]
        : on(`press(${quote(action.key)})`);
    case 'submit':
      return on(`press('Enter')`);
    case 'upload':
      return on(`setInputFiles([${action.files.map(quote).join(', ')}])`);
    case 'drag': {
      if (!step.dropFingerprint) return unsupported();
      return on(`dragTo(${toLocator(step.dropFingerprint, page).code})`);
    }
    case 'load':
      return [`await open(${page}, ${quote(relativeUrl(action.url, baseUrl))});`];
    case 'back':
      return [`await ${page}.goBack();`];
    case 'forward':
      return [`await ${page}.goForward();`];
    case 'reload':
      return [`await ${page}.reload();`];
    case 'tabcreate': {
      const opened = findEffect(step, 'tab-opened');
      const created = tabs.open(opened?.opened ?? -1);
      const visit =
        action.url === undefined
          ? []
          : [`await open(${created}, ${quote(relativeUrl(action.url, baseUrl))});`];
      return [`${created} = await context.newPage();`, ...visit];
    }
    case 'tabswitch':
      tabs.switchTo(action.tab);
      return [`await ${tabs.current}.bringToFront();`];
    case 'tabremove': {
      const closed = tabs.close(action.tab);
      return [`await ${closed}.close();`];
    }
    // Playwright scrolls to elements, and dialogs are answered where they open.
    case 'scroll':
    case 'wait':
    case 'dialog':
    case 'copy':
      return null;
  }
}

const TOGGLES: ReadonlySet<string> = new Set([
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
  if (TOGGLES.has(role) && (value === 'true' || value === 'false'))
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
  const moved = effectsOf(step).findLast((effect) => effect.type === 'navigated' || effect.type === 'url');
  if (moved && action.intent !== 'load') {
    const url = moved.type === 'navigated' ? moved.url : moved.to;
    return [`await expect(${tabs.current}).toHaveURL(${urlExpectation(url, baseUrl)});`];
  }
  if (action.intent === 'textInput' && element !== null && !moved) {
    const value = findEffect(step, 'value')?.to;
    if (value === action.text && value !== '')
      return [`await expect(${element}).toHaveValue(${quoteWithSecrets(value, secrets)});`];
  }
  return [];
}
