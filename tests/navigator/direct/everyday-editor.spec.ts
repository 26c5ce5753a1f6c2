/**
 * Everyday instructions for a content management system, with menus of actions and checkboxes in rows, and on pages
 * with cards.
 */
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
  { line: 'translate this recipe', title: 'Editing recipe', notInReply: 'Pick another kitchen' },
  { line: 'sort by summary', title: 'Editing recipe', notInReply: 'Chose' },
  { line: 'change the vintage to 2020', title: 'Editing recipe' },
]);

const TAGS = `<title>Tags</title><h1>Tags</h1><table><thead><tr><th></th><th>Name</th><th></th></tr></thead><tbody>
  ${['Jazz', 'Folk', 'Opera']
    .map(
      (name) => `<tr><td><input type=checkbox aria-label="Select"></td><td><a href="#${name}">${name}</a></td>
      <td>${createMenu(`More options for '${name}'`, name, ['Edit', `Delete ${name}`])}</td></tr>`,
    )
    .join(
      '',
    )}</tbody></table><button onclick="document.title = 'deleted ' + document.querySelectorAll(':checked').length">Delete selected tags</button>`;
testOn('a list with a checkbox in each row', TAGS, [
  { line: 'tick Jazz and Folk and delete them', title: 'deleted 2' },
  { before: ['tick Opera'], line: 'delete the selected ones', title: 'deleted 1' },
  { line: 'deactivate Opera', kind: 'unfinished', notInReply: 'already off' },
  { line: 'delete Jazz and Folk', notInReply: 'could be' },
]);

const ROOMS = `<title>Harbour Inn</title><h1>Harbour Inn</h1>
  <div class=tabs role=tablist><button role=tab aria-selected=true onclick="show(this)">Rooms</button><button role=tab aria-selected=false onclick="show(this)">Reviews</button>
  <button role=tab aria-selected=false onclick="show(this)">Rules</button><button role=tab aria-selected=false onclick="show(this)">Map</button></div>
  <div><span class=chip tabindex=0 onclick="document.title = 'filtered'">Free parking</span> <span class=chip tabindex=0>Sauna</span></div>
  ${['Garden Room', 'Loft', 'Family Suite']
    .map(
      (name) =>
        `<div class=card><div>${name}</div><div>sleeps 2 · 20 m²</div><div><button onclick="document.title = 'reserved ${name}'">Reserve</button></div></div>`,
    )
    .join('')}
  <script>function show(tab) { document.querySelectorAll('[role=tab]').forEach((t) => t.setAttribute('aria-selected', t === tab)); document.title = tab.textContent; }</script>`;
testOn('a page with cards and tabs', ROOMS, [
  { line: 'book the garden room', title: 'reserved Garden Room' },
  { line: 'reserve the Loft', title: 'reserved Loft' },
  { line: 'can i cancel for free?', title: 'Harbour Inn' },
  { line: 'can I pay with a voucher', title: 'Harbour Inn' },
  { line: 'accept the terms', title: 'Rooms', kind: 'unfinished' },
]);

const INNS = `<title>Inns</title><h1>Inns</h1>${['Harbour Inn', 'Mill House']
  .map(
    (
      name,
    ) => `<div class=card><div>${name}</div><div>€90 a night</div><div><button onclick="document.title = 'liked ${name}'"><i class="fa fa-heart" style="display:inline-block;width:9px;height:9px"></i></button>
    <button onclick="document.title = 'rooms of ${name}'">View rooms</button></div></div>`,
  )
  .join('')}`;
testOn('cards with an icon and one named button', INNS, [
  { line: 'hi, can you open the Mill House for me?', title: 'rooms of Mill House' },
  { line: 'add Mill House to my favourites', title: 'liked Mill House' },
]);

const FLATS = `<title>Stays</title><h1>Stays</h1>${['Canal Flat, Ghent', 'Attic, Porto']
  .map(
    (name) =>
      `<section class=card><h2>${name}</h2><p>Confirmed</p><button onclick="document.title = 'cancelled ${name}'">Cancel stay</button></section>`,
  )
  .join('')}<a href="#stays" onclick="document.title = 'list'">Back to the overview</a>`;
testOn('cards with a button for a command', FLATS, [
  { line: 'cancel the Ghent one, I found a cheaper flat', title: 'cancelled Canal Flat, Ghent' },
  { line: 'take me back to the overview', title: 'list' },
]);
