import { formatAction } from '../../src/action/index.js';
import type { PageSurface } from '../../src/page/index.js';
import { toActionTarget } from '../../src/session/consequences.js';
import { expect, signal, test } from '../support/browser.js';

const describeClicks = async (surface: PageSurface): Promise<string[]> => {
  const observation = await surface.observe({}, signal);
  return observation.candidates
    .filter(({ interactive }) => interactive)
    .map(({ uid }) => formatAction({ intent: 'click', uid }, toActionTarget(uid, observation)));
};

const PAGE = `<h2>Fees</h2><input><input><table><tr><th>Id<th>Lamp<th>Stock
  <tr><td>1080<td><input><td><input><td><button>Save</button><tr><td>1081<td><input><td><input></table>`;

test('elements without a name are described by their place', async ({ surface, show }) => {
  await show(PAGE);
  expect(await describeClicks(surface)).toEqual([
    'click 1st textbox under “Fees”',
    'click 2nd textbox under “Fees”',
    'click 1st textbox of row “1080 Save”',
    'click 2nd textbox of row “1080 Save”',
    'click button “Save”',
    'click 1st textbox of row “1081”',
    'click 2nd textbox of row “1081”',
  ]);
});

test('without a row or a heading, an element without a name is described by its id or its position', async ({
  surface,
  show,
}) => {
  await show('<button id=run-button></button><button></button><button></button>');
  expect(await describeClicks(surface)).toEqual([
    'click button with the id “run-button”',
    'click 2nd button without a name',
    'click 3rd button without a name',
  ]);
});

test('elements with the same name are distinguished by their visible text', async ({ surface, show }) => {
  await show(
    '<button aria-label=Unshared>Unshared Photos</button><button aria-label=Unshared>Unshared Music</button>',
  );
  expect(await describeClicks(surface)).toEqual([
    'click button “Unshared Photos”',
    'click button “Unshared Music”',
  ]);
});
