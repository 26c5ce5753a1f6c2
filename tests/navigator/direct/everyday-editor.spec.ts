/** Plain lines on the pages of a content management system: a form with a menu of actions, and lists with row boxes. */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';
import { test } from '../../support/browser.js';

const testOn = (pageName: string, page: string, cases: readonly Omit<EverydayCase, 'page'>[]): void =>
  test.describe(pageName, () => testEverydayLines(cases.map((everydayCase) => ({ page, ...everydayCase }))));

const createMenu = (name: string, id: string, entries: readonly string[]): string =>
  `<span><button type=button aria-expanded=false onclick="const box = document.getElementById('${id}'); box.hidden = !box.hidden; this.setAttribute('aria-expanded', !box.hidden)">${name}</button>
   <div id=${id} hidden><div tabindex=0>${entries.map((entry) => `<button type=button onclick="document.title = '${entry}'">${entry}</button>`).join(' ')}</div></div></span>`;

const RECIPE = `<title>Editing recipe</title><nav>${createMenu('Help', 'h', ['Shortcuts', 'Manual'])}</nav><h1>Editing recipe</h1>
  <button aria-expanded=false onclick="document.title = 'notes shown'">Toggle notes</button>
  <form onsubmit="document.title = 'saved'; return false">
  <p><a href="#summary">Summary</a> <label>Summary* <input id=summary></label> <button type=button onclick="document.title = 'note'">Add comment</button></p>
  <p><label>Season <input></label> <button type=button onclick="document.title = 'note'">Add comment</button></p>
  <p>Kitchen: Thai ${createMenu('Actions', 'k', ['Pick another kitchen', 'Clear choice'])}</p>
  <div style="display:flex"><button type=submit>Save draft</button>${createMenu('More actions', 'm', ['Approve and Publish', 'Unpublish'])}</div></form>`;
testOn('a form with a menu beside its button', RECIPE, [
  { line: 'approve and publish it', title: 'Approve and Publish' },
  { line: 'click approve and publish', title: 'Approve and Publish' },
  { line: 'publish this recipe', title: 'Approve and Publish' },
  { line: 'translate this recipe', title: 'Editing recipe', unsaid: 'Pick another kitchen' },
  { line: 'sort by summary', title: 'Editing recipe', unsaid: 'Chose' },
  { line: 'change the vintage to 2020', title: 'Editing recipe' },
]);
