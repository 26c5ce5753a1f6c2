import { effects, expect, signal, test } from './visit.js';

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
  test(`an open ${type} is seen and answered: ${answer} ${text ?? ''}`, async ({ asked }) => {
    await asked.open('/hazards/dialogs');
    expect(await asked.press(press)).toMatchObject({
      status: 'done',
      effects: [{ type: 'dialog', dialog: type, message }],
      settle: { reason: 'dialog' },
    });
    const open = await asked.look();
    expect(open.dialog).toEqual({ type, message, defaultText: type === 'prompt' ? 'Ann' : '' });
    expect(open.title).toBe('Dialogs');
    expect(open.candidates.map(({ name }) => name)).toContain('Confirm');
    expect(await asked.act({ intent: 'dialog', answer, ...(text !== undefined && { text }) })).toMatchObject({
      status: 'done',
      effects: expect.arrayContaining([
        { type: 'dialog-answered', answer: answer === 'accept' ? 'accepted' : 'dismissed' },
      ]),
    });
    expect(await asked.text()).toContain(shows);
    const after = await asked.look();
    expect(after.dialog).toBeNull();
    expect(after.dialogs).toEqual([
      { type, message, answer: answer === 'accept' ? 'accepted' : 'dismissed' },
    ]);
  });

  if (text === undefined && answer === 'dismiss')
    test(`unattended, a ${type} is dismissed and told of`, async ({ visit }) => {
      await visit.open('/hazards/dialogs');
      expect(effects(await visit.press(press))).toContain('dialog');
      expect(await visit.text()).toContain(shows);
      expect(await visit.look()).toMatchObject({
        dialog: null,
        dialogs: [{ type, message, answer: 'dismissed' }],
      });
      expect((await visit.look()).dialogs).toEqual([]);
    });
}

test('while a dialog is open other acts say so, and checks do not wait', async ({ asked }) => {
  await asked.open('/hazards/dialogs');
  const { uid } = await asked.find('Alert');
  await asked.press('Confirm');
  for (const act of [
    { intent: 'click', uid },
    { intent: 'load', url: 'about:blank' },
    { intent: 'scroll', x: 0, y: 10 },
  ] as const)
    expect(await asked.act(act)).toMatchObject({
      status: 'failed',
      reason: 'dialog',
      detail: expect.stringContaining('Delete the draft?'),
    });
  const { probe } = asked.surface;
  expect(await probe.title()).toBe('Dialogs');
  expect(await probe.text()).toBe('');
  expect(await probe.element({ role: 'button', state: 'visible' }, 0, signal)).toMatchObject({ ok: false });
  await expect(asked.open('/')).rejects.toMatchObject({ kind: 'infra', next: 'Answer the dialog first.' });
});

test('a second dialog of the same handler is seen after the first is answered', async ({ asked }) => {
  await asked.open('/hazards/dialogs');
  await asked.press('Two in a row');
  expect(await asked.act({ intent: 'dialog', answer: 'accept' })).toMatchObject({
    effects: [
      { type: 'dialog-answered', answer: 'accepted' },
      { type: 'dialog', message: 'Two?' },
    ],
    settle: { reason: 'dialog' },
  });
  expect((await asked.look()).dialog?.message).toBe('Two?');
  await asked.act({ intent: 'dialog', answer: 'accept' });
  expect(await asked.text()).toContain('Answer: true');
});

test('a dialog that opens by itself is seen, and nothing is answered twice', async ({ asked }) => {
  await asked.open('/hazards/dialogs');
  await asked.press('Later');
  await expect.poll(async () => (await asked.look()).dialog?.message).toBe('Time is up.');
  expect((await asked.act({ intent: 'dialog', answer: 'dismiss' })).status).toBe('done');
  expect(await asked.act({ intent: 'dialog', answer: 'dismiss' })).toMatchObject({
    status: 'failed',
    reason: 'vanished',
  });
});

test('a dialog while a page loads ends the opening, not the page', async ({ asked, visit }) => {
  expect((await asked.open('/hazards/dialog-on-load')).settle.reason).toBe('dialog');
  expect((await asked.look()).dialog?.message).toBe('Welcome!');
  await asked.act({ intent: 'dialog', answer: 'accept' });
  expect(await asked.text()).toContain('Answer: read');
  await visit.open('/hazards/dialog-on-load');
  expect(await visit.text()).toContain('Answer: read');
});

test('a page that asks before it is left: the answer decides', async ({ asked }) => {
  await asked.open('/hazards/leave');
  await asked.type('Note', 'half a thought');
  expect(await asked.press('Leave')).toMatchObject({ effects: [{ dialog: 'beforeunload' }] });
  await asked.act({ intent: 'dialog', answer: 'dismiss' });
  expect((await asked.look()).title).toBe('Unsaved');
  await asked.press('Leave');
  expect(effects(await asked.act({ intent: 'dialog', answer: 'accept' }))).toContain('navigated');
  expect((await asked.look()).title).toBe('A window');
});

test('an address that is asked for while the page does not want to be left comes after the answer', async ({
  asked,
}) => {
  await asked.open('/hazards/leave');
  await asked.type('Note', 'half a thought');
  const url = `${asked.site}/hazards/window`;
  expect(await asked.act({ intent: 'load', url })).toMatchObject({ effects: [{ dialog: 'beforeunload' }] });
  expect((await asked.look()).dialog?.type).toBe('beforeunload');
  expect(effects(await asked.act({ intent: 'dialog', answer: 'accept' }))).toContain('navigated');
  expect((await asked.look()).title).toBe('A window');
});

test('unattended, a page that asks before it is left stays, and the act says why', async ({ visit }) => {
  await visit.open('/hazards/leave');
  await visit.type('Note', 'half a thought');
  expect(await visit.act({ intent: 'load', url: `${visit.site}/hazards/window` })).toMatchObject({
    status: 'failed',
    reason: 'dialog',
    detail: expect.stringContaining('asks whether to leave it'),
  });
  expect((await visit.look()).title).toBe('Unsaved');
  await expect(visit.open('/')).rejects.toMatchObject({ message: expect.stringContaining('may be left') });
});

test('a window’s dialog holds up the page that opened it, and is shown there too', async ({ asked }) => {
  await asked.open('/hazards/windows');
  await asked.press('Small window');
  await asked.press('Say something');
  const { tabs } = await asked.look();
  const opener = tabs.find(({ active }) => !active)!;
  expect(await asked.act({ intent: 'tabswitch', tab: opener.id })).toMatchObject({ status: 'done' });
  const held = await asked.look();
  expect(held).toMatchObject({ title: 'Windows', dialog: { message: 'From the window' } });
  await asked.act({ intent: 'dialog', answer: 'accept' });
  expect((await asked.look()).dialog).toBeNull();
});

test('a page that asks without end does not hang the surface', async ({ visitWith }) => {
  const visit = await visitWith({ limits: { observeMs: 1_500 } });
  await visit.open('/hazards/dialogs');
  await visit.press('Without end');
  const seen = await visit.look();
  expect(seen.dialogs.length).toBeGreaterThan(1);
  expect(seen.dialogs.length).toBeLessThanOrEqual(50);
  expect(seen.pageEvents).toContainEqual({ type: 'stuck-script', seconds: expect.any(Number) });
  expect(effects(await visit.press('Confirm'))).toContain('dialog');
});

for (const press of ['Confirm', 'Without end'])
  test(`closing with a dialog open ends (${press})`, async ({ visitWith }) => {
    const asked = await visitWith({ dialogs: 'ask' });
    await asked.open('/hazards/dialogs');
    await asked.press(press);
    await asked.surface.close();
    await expect.poll(() => asked.context.pages()).toEqual([]);
  });

test('closing ends although the page asks whether to leave it', async ({ visitWith }) => {
  const asked = await visitWith({ dialogs: 'ask' });
  await asked.open('/hazards/leave');
  await asked.type('Note', 'half a thought');
  await asked.press('Leave');
  await asked.surface.close();
  await expect.poll(() => asked.context.pages()).toEqual([]);
});

test('while a dialog is open, the parts that are asked for are there and no others', async ({ asked }) => {
  await asked.open('/hazards/dialogs');
  const parts = {
    text: true,
    plain: true,
    accessibility: true,
    marks: true,
    weblinx: true,
    screenshot: true,
  };
  const { plainText: plain } = await asked.surface.observe({ plain: true }, signal);
  const uid = (await asked.surface.observe({ plain: true }, signal)).candidates.find(
    ({ name }) => name === 'Alert',
  )!.uid;
  await asked.act({ intent: 'click', uid });
  const few = await asked.surface.observe({}, signal);
  expect(few.dialog).not.toBeNull();
  for (const part of ['plain', 'accessibility', 'marks', 'weblinx', 'screenshot'])
    expect(few).not.toHaveProperty(part);
  expect(few.text).toEqual([]);
  const all = await asked.surface.observe(parts, signal);
  expect(all).toMatchObject({
    text: [],
    plain,
    accessibility: '',
    marks: { marks: [], picture: null },
    weblinx: { html: '', boxes: {}, screenshot: null },
    screenshot: null,
  });
});
