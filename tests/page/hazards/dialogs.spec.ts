import { listEffectTypes, expect, signal, test } from './visit.js';

const DIALOGS = [
  { button: 'Alert', type: 'alert', message: 'Saved.', answer: 'accept', expectedText: 'Answer: read' },
  {
    button: 'Confirm',
    type: 'confirm',
    message: 'Delete the draft?',
    answer: 'accept',
    expectedText: 'Answer: true',
  },
  {
    button: 'Confirm',
    type: 'confirm',
    message: 'Delete the draft?',
    answer: 'dismiss',
    expectedText: 'Answer: false',
  },
  {
    button: 'Prompt',
    type: 'prompt',
    message: 'Your name?',
    answer: 'accept',
    text: 'Bo',
    expectedText: 'Answer: Bo',
  },
  { button: 'Prompt', type: 'prompt', message: 'Your name?', answer: 'accept', expectedText: 'Answer: Ann' },
  {
    button: 'Prompt',
    type: 'prompt',
    message: 'Your name?',
    answer: 'dismiss',
    expectedText: 'Answer: null',
  },
] as const;

for (const { button, type, message, answer, expectedText, ...dialogCase } of DIALOGS) {
  const text = 'text' in dialogCase ? dialogCase.text : undefined;
  test(`an open ${type} is observed and answered: ${answer} ${text ?? ''}`, async ({
    visitKeepingDialogs,
  }) => {
    await visitKeepingDialogs.open('/hazards/dialogs');
    expect(await visitKeepingDialogs.click(button)).toMatchObject({
      status: 'done',
      effects: [{ type: 'dialog', dialog: type, message }],
      settle: { reason: 'dialog' },
    });
    const observationWithDialog = await visitKeepingDialogs.observe();
    expect(observationWithDialog.dialog).toEqual({
      type,
      message,
      defaultText: type === 'prompt' ? 'Ann' : '',
    });
    expect(observationWithDialog.title).toBe('Dialogs');
    expect(observationWithDialog.candidates.map(({ name }) => name)).toContain('Confirm');
    expect(
      await visitKeepingDialogs.perform({ intent: 'dialog', answer, ...(text !== undefined && { text }) }),
    ).toMatchObject({
      status: 'done',
      effects: expect.arrayContaining([
        { type: 'dialog-answered', answer: answer === 'accept' ? 'accepted' : 'dismissed' },
      ]),
    });
    expect(await visitKeepingDialogs.readText()).toContain(expectedText);
    const nextObservation = await visitKeepingDialogs.observe();
    expect(nextObservation.dialog).toBeNull();
    expect(nextObservation.dialogs).toEqual([
      { type, message, answer: answer === 'accept' ? 'accepted' : 'dismissed' },
    ]);
  });

  if (text === undefined && answer === 'dismiss')
    test(`by default, a ${type} is dismissed and reported`, async ({ visit }) => {
      await visit.open('/hazards/dialogs');
      expect(listEffectTypes(await visit.click(button))).toContain('dialog');
      expect(await visit.readText()).toContain(expectedText);
      expect(await visit.observe()).toMatchObject({
        dialog: null,
        dialogs: [{ type, message, answer: 'dismissed' }],
      });
      expect((await visit.observe()).dialogs).toEqual([]);
    });
}

test('while a dialog is open, other actions fail with its message, and the probe does not wait', async ({
  visitKeepingDialogs,
}) => {
  await visitKeepingDialogs.open('/hazards/dialogs');
  const { uid } = await visitKeepingDialogs.findCandidate('Alert');
  await visitKeepingDialogs.click('Confirm');
  for (const action of [
    { intent: 'click', uid },
    { intent: 'load', url: 'about:blank' },
    { intent: 'scroll', x: 0, y: 10 },
  ] as const)
    expect(await visitKeepingDialogs.perform(action)).toMatchObject({
      status: 'failed',
      reason: 'dialog',
      detail: expect.stringContaining('Delete the draft?'),
    });
  const { probe } = visitKeepingDialogs.surface;
  expect(await probe.title()).toBe('Dialogs');
  expect(await probe.text()).toBe('');
  expect(await probe.waitForElement({ role: 'button', state: 'visible' }, 0, signal)).toMatchObject({
    ok: false,
  });
  await expect(visitKeepingDialogs.open('/')).rejects.toMatchObject({
    kind: 'infra',
    next: 'Answer the dialog first.',
  });
});

test('if a handler opens two dialogs, the second opens after the first is answered', async ({
  visitKeepingDialogs,
}) => {
  await visitKeepingDialogs.open('/hazards/dialogs');
  await visitKeepingDialogs.click('Two in a row');
  expect(await visitKeepingDialogs.perform({ intent: 'dialog', answer: 'accept' })).toMatchObject({
    effects: [
      { type: 'dialog-answered', answer: 'accepted' },
      { type: 'dialog', message: 'Two?' },
    ],
    settle: { reason: 'dialog' },
  });
  expect((await visitKeepingDialogs.observe()).dialog?.message).toBe('Two?');
  await visitKeepingDialogs.perform({ intent: 'dialog', answer: 'accept' });
  expect(await visitKeepingDialogs.readText()).toContain('Answer: true');
});

test('a dialog that a timer opens is observed and can be answered only once', async ({
  visitKeepingDialogs,
}) => {
  await visitKeepingDialogs.open('/hazards/dialogs');
  await visitKeepingDialogs.click('Later');
  await expect.poll(async () => (await visitKeepingDialogs.observe()).dialog?.message).toBe('Time is up.');
  expect((await visitKeepingDialogs.perform({ intent: 'dialog', answer: 'dismiss' })).status).toBe('done');
  expect(await visitKeepingDialogs.perform({ intent: 'dialog', answer: 'dismiss' })).toMatchObject({
    status: 'failed',
    reason: 'vanished',
  });
});

test('a page that opens a dialog while loading finishes loading after the answer', async ({
  visitKeepingDialogs,
  visit,
}) => {
  expect((await visitKeepingDialogs.open('/hazards/dialog-on-load')).settle.reason).toBe('dialog');
  expect((await visitKeepingDialogs.observe()).dialog?.message).toBe('Welcome!');
  await visitKeepingDialogs.perform({ intent: 'dialog', answer: 'accept' });
  expect(await visitKeepingDialogs.readText()).toContain('Answer: read');
  await visit.open('/hazards/dialog-on-load');
  expect(await visit.readText()).toContain('Answer: read');
});

test('the answer to a beforeunload dialog decides whether the page stays', async ({
  visitKeepingDialogs,
}) => {
  await visitKeepingDialogs.open('/hazards/leave');
  await visitKeepingDialogs.type('Note', 'half a thought');
  expect(await visitKeepingDialogs.click('Leave')).toMatchObject({ effects: [{ dialog: 'beforeunload' }] });
  await visitKeepingDialogs.perform({ intent: 'dialog', answer: 'dismiss' });
  expect((await visitKeepingDialogs.observe()).title).toBe('Unsaved');
  await visitKeepingDialogs.click('Leave');
  expect(
    listEffectTypes(await visitKeepingDialogs.perform({ intent: 'dialog', answer: 'accept' })),
  ).toContain('navigated');
  expect((await visitKeepingDialogs.observe()).title).toBe('A window');
});

test('the requested URL loads after the beforeunload dialog is accepted', async ({ visitKeepingDialogs }) => {
  await visitKeepingDialogs.open('/hazards/leave');
  await visitKeepingDialogs.type('Note', 'half a thought');
  const url = `${visitKeepingDialogs.site}/hazards/window`;
  expect(await visitKeepingDialogs.perform({ intent: 'load', url })).toMatchObject({
    effects: [{ dialog: 'beforeunload' }],
  });
  expect((await visitKeepingDialogs.observe()).dialog?.type).toBe('beforeunload');
  expect(
    listEffectTypes(await visitKeepingDialogs.perform({ intent: 'dialog', answer: 'accept' })),
  ).toContain('navigated');
  expect((await visitKeepingDialogs.observe()).title).toBe('A window');
});

test('by default, a beforeunload dialog is dismissed, and the action reports why the page stays', async ({
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

test('a popup’s dialog is reported even while the opener is the active tab', async ({
  visitKeepingDialogs,
}) => {
  await visitKeepingDialogs.open('/hazards/windows');
  await visitKeepingDialogs.click('Small window');
  await visitKeepingDialogs.click('Say something');
  const { tabs } = await visitKeepingDialogs.observe();
  const opener = tabs.find(({ active }) => !active)!;
  expect(await visitKeepingDialogs.perform({ intent: 'tabswitch', tab: opener.id })).toMatchObject({
    status: 'done',
  });
  expect(await visitKeepingDialogs.observe()).toMatchObject({
    title: 'Windows',
    dialog: { message: 'From the window' },
  });
  await visitKeepingDialogs.perform({ intent: 'dialog', answer: 'accept' });
  expect((await visitKeepingDialogs.observe()).dialog).toBeNull();
});

test(
  'a script that keeps opening dialogs does not block the surface',
  { tag: '@long' },
  async ({ createVisit }) => {
    const visit = await createVisit({ limits: { observeMs: 1_500, elementActionMs: 4_000 } });
    await visit.open('/hazards/dialogs');
    await visit.click('Without end');
    const observation = await visit.observe();
    expect(observation.dialogs.length).toBeGreaterThan(1);
    expect(observation.dialogs.length).toBeLessThanOrEqual(50);
    expect(observation.pageEvents).toContainEqual({ type: 'stuck-script', seconds: expect.any(Number) });
    expect(listEffectTypes(await visit.click('Confirm'))).toContain('dialog');
  },
);

for (const button of ['Confirm', 'Without end'])
  test(`the surface can be closed while a dialog is open (${button})`, async ({ createVisit }) => {
    const visitKeepingDialogs = await createVisit({ dialogs: 'ask' });
    await visitKeepingDialogs.open('/hazards/dialogs');
    await visitKeepingDialogs.click(button);
    await visitKeepingDialogs.surface.close();
    await expect.poll(() => visitKeepingDialogs.context.pages()).toEqual([]);
  });

test('the surface can be closed while a beforeunload dialog is open', async ({ createVisit }) => {
  const visitKeepingDialogs = await createVisit({ dialogs: 'ask' });
  await visitKeepingDialogs.open('/hazards/leave');
  await visitKeepingDialogs.type('Note', 'half a thought');
  await visitKeepingDialogs.click('Leave');
  await visitKeepingDialogs.surface.close();
  await expect.poll(() => visitKeepingDialogs.context.pages()).toEqual([]);
});

test('an observation has exactly the requested fields, even while a dialog is open', async ({
  visitKeepingDialogs,
}) => {
  await visitKeepingDialogs.open('/hazards/dialogs');
  const spec = {
    text: true,
    plainText: true,
    accessibility: true,
    marks: true,
    weblinx: true,
    screenshot: true,
  };
  const { plainText } = await visitKeepingDialogs.surface.observe({ plainText: true }, signal);
  const uid = (await visitKeepingDialogs.surface.observe({ plainText: true }, signal)).candidates.find(
    ({ name }) => name === 'Alert',
  )!.uid;
  await visitKeepingDialogs.perform({ intent: 'click', uid });
  const emptySpecObservation = await visitKeepingDialogs.surface.observe({}, signal);
  expect(emptySpecObservation.dialog).not.toBeNull();
  for (const field of ['plainText', 'accessibility', 'marks', 'weblinx', 'screenshot'])
    expect(emptySpecObservation).not.toHaveProperty(field);
  expect(emptySpecObservation.text).toEqual([]);
  const fullObservation = await visitKeepingDialogs.surface.observe(spec, signal);
  expect(fullObservation).toMatchObject({
    text: [],
    plainText,
    accessibility: '',
    marks: { marks: [], picture: null },
    weblinx: { html: '', boxes: {}, screenshot: null },
    screenshot: null,
  });
});
