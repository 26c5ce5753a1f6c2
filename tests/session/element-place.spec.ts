import { formatAction } from '../../src/action/index.js';
import { toTarget } from '../../src/session/consequences.js';
import { expect, signal, test } from '../support/browser.js';

const PAGE = `<h2>Fees</h2><input><input><table><tr><th>Id<th>Lamp<th>Stock
  <tr><td>1080<td><input><td><input><td><button>Save</button><tr><td>1081<td><input><td><input></table>`;

test('elements without a name are told by their place', async ({ surface, show }) => {
  await show(PAGE);
  const observation = await surface.observe({}, signal);
  const lines = observation.candidates
    .filter(({ interactive }) => interactive)
    .map(({ uid }) => formatAction({ intent: 'click', uid }, toTarget(uid, observation)));
  expect(lines).toEqual([
    'click 1st textbox under “Fees”',
    'click 2nd textbox under “Fees”',
    'click 1st textbox of row “1080 Save”',
    'click 2nd textbox of row “1080 Save”',
    'click button “Save”',
    'click 1st textbox of row “1081”',
    'click 2nd textbox of row “1081”',
  ]);
});
