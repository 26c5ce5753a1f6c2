import { effectTypes, expect, signal, test } from './visit.js';

const DIALOGS = [
  { press: 'Alert', type: 'alert', message: 'Saved.', answer: 'accept', shows: 'Answer: read' },
  {
    press: 'Confirm',
    type: 'confirm',
    message: 'Delete the draft?',
    answer: 'accept',
    shows: 'Answer: true',
  },
  {
    press: 'Confirm',
    type: 'confirm',
    message: 'Delete the draft?',
    answer: 'dismiss',
    shows: 'Answer: false',
  },
  {
    press: 'Prompt',
    type: 'prompt',
    message: 'Your name?',
    answer: 'accept',
    text: 'Bo',
    shows: 'Answer: Bo',
  },
  { press: 'Prompt', type: 'prompt', message: 'Your name?', answer: 'accept', shows: 'Answer: Ann' },
  { press: 'Prompt', type: 'prompt', message: 'Your name?', answer: 'dismiss', shows: 'Answer: null' },
] as const;

for (const { press, type, message, answer, shows, ...rest } of DIALOGS) {
  const text = 'text' in rest ? rest.text : undefined;
  test(`an open ${type} is observed and answered: ${answer} ${text ?? ''}`, async ({ withDialogs }) => {
    await withDialogs.open('/hazards/dialogs');
    expect(await withDialogs.press(press)).toMatchObject({
      status: 'done',
      effects: [{ type: 'dialog', dialog: type, message }],
      settle: { reason: 'dialog' },
    });
    const open = await withDialogs.observe();
    expect(open.dialog).toEqual({ type, message, defaultText: type === 'prompt' ? 'Ann' : '' });
    expect(open.title).toBe('Dialogs');
    expect(open.candidates.map(({ name }) => name)).toContain('Confirm');
    expect(
      await withDialogs.perform({ intent: 'dialog', answer, ...(text !== undefined && { text }) }),
    ).toMatchObject({
      status: 'done',
      effects: expect.arrayContaining([
        { type: 'dialog-answered', answer: answer === 'accept' ? 'accepted' : 'dismissed' },
      ]),
    });
    expect(await withDialogs.text()).toContain(shows);
    const after = await withDialogs.observe();
    expect(after.dialog).toBeNull();
    expect(after.dialogs).toEqual([
      { type, message, answer: answer === 'accept' ? 'accepted' : 'dismissed' },
    ]);
  });

  if (text === undefined && answer === 'dismiss')
    test(`unattended, a ${type} is dismissed and reported`, async ({ visit }) => {
      await visit.open('/hazards/dialogs');
      expect(effectTypes(await visit.press(press))).toContain('dialog');
      expect(await visit.text()).toContain(shows);
      expect(await visit.observe()).toMatchObject({
        dialog: null,
        dialogs: [{ type, message, answer: 'dismissed' }],
      });
      expect((await visit.observe()).dialogs).toEqual([]);
    });
}

test('while a dialog is open other actions fail with its message, and checks do not wait', async ({
  withDialogs,
}) => {
  await withDialogs.open('/hazards/dialogs');
  const { uid } = await withDialogs.find('Alert');
  await withDialogs.press('Confirm');
  for (const action of [
    { intent: 'click', uid },
    { intent: 'load', url: 'about:blank' },
    { intent: 'scroll', x: 0, y: 10 },
  ] as const)
    expect(await withDialogs.perform(action)).toMatchObject({
      status: 'failed',
      reason: 'dialog',
      detail: expect.stringContaining('Delete the draft?'),
    });
  const { probe } = withDialogs.surface;
  expect(await probe.title()).toBe('Dialogs');
  expect(await probe.text()).toBe('');
  expect(await probe.waitForElement({ role: 'button', state: 'visible' }, 0, signal)).toMatchObject({
    ok: false,
  });
  await expect(withDialogs.open('/')).rejects.toMatchObject({
    kind: 'infra',
    next: 'Answer the dialog first.',
  });
});

test('the second dialog of a handler opens after the first is answered', async ({ withDialogs }) => {
  await withDialogs.open('/hazards/dialogs');
  await withDialogs.press('Two in a row');
  expect(await withDialogs.perform({ intent: 'dialog', answer: 'accept' })).toMatchObject({
    effects: [
      { type: 'dialog-answered', answer: 'accepted' },
      { type: 'dialog', message: 'Two?' },
    ],
    settle: { reason: 'dialog' },
  });
  expect((await withDialogs.observe()).dialog?.message).toBe('Two?');
  await withDialogs.perform({ intent: 'dialog', answer: 'accept' });
  expect(await withDialogs.text()).toContain('Answer: true');
});

test('a dialog that opens without an action is observed and answered once', async ({ withDialogs }) => {
  await withDialogs.open('/hazards/dialogs');
  await withDialogs.press('Later');
  await expect.poll(async () => (await withDialogs.observe()).dialog?.message).toBe('Time is up.');
  expect((await withDialogs.perform({ intent: 'dialog', answer: 'dismiss' })).status).toBe('done');
  expect(await withDialogs.perform({ intent: 'dialog', answer: 'dismiss' })).toMatchObject({
    status: 'failed',
    reason: 'vanished',
  });
});

test('a dialog during loading ends the wait, not the page', async ({ withDialogs, visit }) => {
  expect((await withDialogs.open('/hazards/dialog-on-load')).settle.reason).toBe('dialog');
  expect((await withDialogs.observe()).dialog?.message).toBe('Welcome!');
  await withDialogs.perform({ intent: 'dialog', answer: 'accept' });
  expect(await withDialogs.text()).toContain('Answer: read');
  await visit.open('/hazards/dialog-on-load');
  expect(await visit.text()).toContain('Answer: read');
});

test('a page that asks before it is left follows the answer', async ({ withDialogs }) => {
  await withDialogs.open('/hazards/leave');
  await withDialogs.type('Note', 'half a thought');
  expect(await withDialogs.press('Leave')).toMatchObject({ effects: [{ dialog: 'beforeunload' }] });
  await withDialogs.perform({ intent: 'dialog', answer: 'dismiss' });
  expect((await withDialogs.observe()).title).toBe('Unsaved');
  await withDialogs.press('Leave');
  expect(effectTypes(await withDialogs.perform({ intent: 'dialog', answer: 'accept' }))).toContain(
    'navigated',
  );
  expect((await withDialogs.observe()).title).toBe('A window');
});

test('a URL requested while the page asks whether to leave loads after the answer', async ({
  withDialogs,
}) => {
  await withDialogs.open('/hazards/leave');
  await withDialogs.type('Note', 'half a thought');
  const url = `${withDialogs.site}/hazards/window`;
  expect(await withDialogs.perform({ intent: 'load', url })).toMatchObject({
    effects: [{ dialog: 'beforeunload' }],
  });
  expect((await withDialogs.observe()).dialog?.type).toBe('beforeunload');
  expect(effectTypes(await withDialogs.perform({ intent: 'dialog', answer: 'accept' }))).toContain(
    'navigated',
  );
  expect((await withDialogs.observe()).title).toBe('A window');
});

test('unattended, a page that asks before it is left stays, and the action reports why', async ({
  visit,
}) => {
  await visit.open('/hazards/leave');
  await visit.type('Note', 'half a thought');
  expect(await visit.perform({ intent: 'load', url: `${visit.site}/hazards/window` })).toMatchObject({
    status: 'failed',
    reason: 'dialog',
    detail: expect.stringContaining('asks whether to leave it'),
  });
  expect((await visit.observe()).title).toBe('Unsaved');
  await expect(visit.open('/')).rejects.toMatchObject({
    message: expect.stringContaining('asks whether to leave it'),
  });
});

test('a popup’s dialog blocks its opener and is shown there too', async ({ withDialogs }) => {
  await withDialogs.open('/hazards/windows');
  await withDialogs.press('Small window');
  await withDialogs.press('Say something');
  const { tabs } = await withDialogs.observe();
  const opener = tabs.find(({ active }) => !active)!;
  expect(await withDialogs.perform({ intent: 'tabswitch', tab: opener.id })).toMatchObject({
    status: 'done',
  });
  expect(await withDialogs.observe()).toMatchObject({
    title: 'Windows',
    dialog: { message: 'From the window' },
  });
  await withDialogs.perform({ intent: 'dialog', answer: 'accept' });
  expect((await withDialogs.observe()).dialog).toBeNull();
});

test('endless dialogs do not hang the surface', async ({ visitWith }) => {
  const visit = await visitWith({ limits: { observeMs: 1_500 } });
  await visit.open('/hazards/dialogs');
  await visit.press('Without end');
  const seen = await visit.observe();
  expect(seen.dialogs.length).toBeGreaterThan(1);
  expect(seen.dialogs.length).toBeLessThanOrEqual(50);
  expect(seen.pageEvents).toContainEqual({ type: 'stuck-script', seconds: expect.any(Number) });
  expect(effectTypes(await visit.press('Confirm'))).toContain('dialog');
});

for (const press of ['Confirm', 'Without end'])
  test(`closing works while a dialog is open (${press})`, async ({ visitWith }) => {
    const withDialogs = await visitWith({ dialogs: 'ask' });
    await withDialogs.open('/hazards/dialogs');
    await withDialogs.press(press);
    await withDialogs.surface.close();
    await expect.poll(() => withDialogs.context.pages()).toEqual([]);
  });

test('closing works although the page asks whether to leave', async ({ visitWith }) => {
  const withDialogs = await visitWith({ dialogs: 'ask' });
  await withDialogs.open('/hazards/leave');
  await withDialogs.type('Note', 'half a thought');
  await withDialogs.press('Leave');
  await withDialogs.surface.close();
  await expect.poll(() => withDialogs.context.pages()).toEqual([]);
});

test('while a dialog is open, an observation has exactly the requested parts', async ({ withDialogs }) => {
  await withDialogs.open('/hazards/dialogs');
  const parts = {
    text: true,
    plainText: true,
    accessibility: true,
    marks: true,
    weblinx: true,
    screenshot: true,
  };
  const { plainText } = await withDialogs.surface.observe({ plainText: true }, signal);
  const uid = (await withDialogs.surface.observe({ plainText: true }, signal)).candidates.find(
    ({ name }) => name === 'Alert',
  )!.uid;
  await withDialogs.perform({ intent: 'click', uid });
  const few = await withDialogs.surface.observe({}, signal);
  expect(few.dialog).not.toBeNull();
  for (const part of ['plainText', 'accessibility', 'marks', 'weblinx', 'screenshot'])
    expect(few).not.toHaveProperty(part);
  expect(few.text).toEqual([]);
  const all = await withDialogs.surface.observe(parts, signal);
  expect(all).toMatchObject({
    text: [],
    plainText,
    accessibility: '',
    marks: { marks: [], picture: null },
    weblinx: { html: '', boxes: {}, screenshot: null },
    screenshot: null,
  });
});
