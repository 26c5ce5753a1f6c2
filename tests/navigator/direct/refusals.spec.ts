/** Options and files that cannot be used are reported. */
import { writeFileSync } from 'node:fs';

import { createSurface, createUnguardedContext } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, signal, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

const SIZES = `<label>Size <select><option>Small<option disabled>Large<optgroup label="Old" disabled><option>Huge</optgroup></select></label>`;

for (const [line, option] of [
  ['choose Large as the size', 'Large'],
  ['choose Large', 'Large'],
  ['set the size to Large', 'Large'],
  ['choose Huge in Size', 'Huge'],
] as const)
  test(`${line}: a disabled option is reported as disabled, and nothing is chosen`, async ({
    surface,
    show,
  }) => {
    await show(SIZES);
    const { say, actions } = startConversation(surface);
    expect(await say(line)).toEqual({
      kind: 'unfinished',
      text: `The option “${option}” of the “Size” list is disabled.`,
    });
    expect(actions).toEqual([]);
  });

test('a missing option is reported with the available options', async ({ surface, show }) => {
  await show(SIZES);
  expect((await startConversation(surface).say('choose Medium in Size')).text).toBe(
    'The “Size” list does not offer “Medium”; it offers Small.',
  );
});

test('a disabled option of a custom list is reported as disabled', async ({ surface, show }) => {
  await show(`<button aria-haspopup=listbox aria-expanded=false onclick="l.hidden = false; this.ariaExpanded = 'true'">Colour</button>
    <ul id=l role=listbox hidden><li role=option tabindex=-1>Red<li role=option tabindex=-1 aria-disabled=true>Blue</ul>`);
  const response = await startConversation(surface).say('choose Blue as the colour');
  expect(response).toEqual({ kind: 'unfinished', text: 'The “Blue” option is there, but it is disabled.' });
});

test('a file that is not allowed is not uploaded, and the report says how to allow it', async ({
  chromium,
}, info) => {
  const [allowed, forbidden] = [info.outputPath('open.txt'), info.outputPath('LICENSE')];
  for (const file of [allowed, forbidden]) writeFileSync(file, 'text');
  const surface = await createSurface(await createUnguardedContext(chromium), {
    uploads: [allowed],
    limits: FAST_LIMITS,
  });
  try {
    await surface.open(`data:text/html,<label>Resume <input type=file></label>`, signal);
    const { say } = startConversation(surface);
    const refusedReply = await say(`upload ${forbidden} as the resume`);
    expect(refusedReply.kind).toBe('unfinished');
    expect(refusedReply.text).toContain('I tried to give “LICENSE” to the “Resume”');
    expect(refusedReply.text).toContain(`allow it with --allow-upload ${forbidden}`);
    expect(await say(`upload ${allowed} as the resume`)).toMatchObject({ kind: 'report' });
  } finally {
    await surface.close();
  }
});
