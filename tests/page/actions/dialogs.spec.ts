import type { Dialog } from 'playwright';

import type { Candidate, Effect, PageAction, ActionResult } from '../../../src/contract/index.js';
import { performAction } from '../../../src/page/actions/perform-action.js';
import { PAGE_LIMITS } from '../../../src/page/limits.js';
import type { DialogWatch } from '../../../src/page/dialogs.js';
import { observePage } from '../../../src/page/observe.js';
import { createUnguardedContext } from '../../../src/page/index.js';
import { expect, signal, test as base } from '../../support/browser.js';

/** A surface whose dialogs stay open until the test answers them. */
interface AttendedPage {
  show(html: string): Promise<void>;
  perform(name: string, createAction: (uid: string) => PageAction): Promise<ActionResult>;
  answer(): Promise<void>;
}

const test = base.extend<{ attended: AttendedPage }>({
  attended: async ({ chromium }, use) => {
    const context = await createUnguardedContext(chromium);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    let dialog: Dialog | null = null;
    let waiters: (() => void)[] = [];
    const effects: Effect[] = [];
    page.on('dialog', (openedDialog) => {
      dialog = openedDialog;
      effects.push({ type: 'dialog', dialog: openedDialog.type(), message: openedDialog.message() });
      for (const resolve of waiters.splice(0)) resolve();
    });
    const dialogs: DialogWatch = {
      get isOpen() {
        return dialog !== null;
      },
      waitForOpen: () => (dialog ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    };
    const answerDialog = async (): Promise<void> => {
      await dialog?.dismiss();
      dialog = null;
      waiters = [];
    };
    let observationCount = 0;
    let candidates = new Map<string, Candidate>();
    let frames = new Map<string, ReturnType<typeof page.mainFrame>>();
    await use({
      show: async (html) => {
        await page.setContent(html);
      },
      perform: async (name, createAction) => {
        if (!dialog) {
          const observedPage = await observePage(page, cdp, {
            spec: {},
            observationNumber: ++observationCount,
          });
          candidates = new Map(observedPage.observation.candidates.map((c) => [c.name, c]));
          frames = observedPage.frames;
        }
        const candidate = candidates.get(name)!;
        const target = { candidate, frame: frames.get(candidate.uid)! };
        effects.length = 0;
        return performAction(createAction(candidate.uid), {
          page,
          target,
          sideEffects: { take: () => effects.splice(0) },
          limits: PAGE_LIMITS,
          backgroundMutationRate: 0,
          signal,
          dialogs,
        });
      },
      answer: answerDialog,
    });
    await answerDialog();
    await context.close();
  },
});

const click = (uid: string): PageAction => ({ intent: 'click', uid });

for (const [name, script] of [
  ['at once', "alert('Hi')"],
  ['while the action waits for the page to settle', "setTimeout(() => confirm('Hi'), 120)"],
] as const)
  test(`a dialog that a click opens ${name} ends the action and blocks further actions`, async ({
    attended,
  }) => {
    await attended.show(`<button onclick="${script}">Ask</button>`);
    const { outcome } = await attended.perform('Ask', click);
    expect(outcome).toMatchObject({
      status: 'done',
      effects: [{ type: 'dialog', message: 'Hi' }],
      settle: { reason: 'dialog' },
    });
    expect((await attended.perform('Ask', click)).outcome).toMatchObject({
      status: 'failed',
      reason: 'dialog',
    });
    await attended.answer();
    expect((await attended.perform('Ask', click)).outcome.status).toBe('done');
  });

test('a dialog also ends typing, choosing an option, dragging and copying', async ({ attended }) => {
  await attended.show(`<input aria-label=Name oninput="alert('typed')"><select aria-label=Size onchange="alert('chosen')"><option>S<option>L</select>
    <button onmousemove="this.n = (this.n ?? 0) + 1; if (this.n === 3) alert('moved')">Drag</button><p onclick="">x</p><button oncopy="alert('copied')">Text</button>`);
  for (const [name, createAction] of [
    ['Name', (uid: string): PageAction => ({ intent: 'textInput', uid, text: 'abc' })],
    ['Size', (uid: string): PageAction => ({ intent: 'change', uid, value: 'L' })],
    ['Drag', (uid: string): PageAction => ({ intent: 'drag', uid, to: { dx: 40, dy: 0 } })],
    ['Text', (uid: string): PageAction => ({ intent: 'copy', uid })],
  ] as const) {
    const { outcome } = await attended.perform(name, createAction);
    expect(outcome, name).toMatchObject({
      status: 'done',
      effects: [{ type: 'dialog' }],
      settle: { reason: 'dialog' },
    });
    await attended.answer();
  }
});
