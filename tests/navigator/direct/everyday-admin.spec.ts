/**
 * Everyday instructions on administration pages that are built with widget libraries: confirmation pop-ups, menus,
 * pagers, filters and sortable tables.
 */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';
import { test } from '../../support/browser.js';

const testOn = (pageName: string, page: string, cases: readonly Omit<EverydayCase, 'page'>[]): void =>
  test.describe(pageName, () => testEverydayLines(cases.map((everydayCase) => ({ page, ...everydayCase }))));

/**
 * A script that opens a pop-up with an invisible backdrop, which covers the page. Escape or a click on the backdrop
 * closes it.
 */
const POPOVER = `function openList(role, entries, opener, choose) {
  const box = document.createElement('div');
  box.style = 'position:fixed;inset:0';
  box.innerHTML = '<div aria-hidden=true style="position:fixed;inset:0"></div><ul role=' + role + ' tabindex=-1 style="position:absolute;top:240px;background:#fff">' +
    entries.map((e) => '<li tabindex=0 role=' + (role === 'menu' ? 'menuitem' : 'option') + '>' + e + '</li>').join('') + '</ul>';
  const close = () => { box.remove(); opener.setAttribute('aria-expanded', 'false'); };
  box.firstChild.onclick = close;
  document.onkeydown = (event) => event.key === 'Escape' && close();
  box.querySelectorAll('li').forEach((li) => (li.onclick = () => { close(); choose(li.textContent); }));
  document.body.append(box);
  opener.setAttribute('aria-expanded', 'true');
  box.querySelector('ul').focus();
}`;

const PAGER = `<title>Parcels</title><h1>Parcels</h1><p id=l>Rows per page:</p>
  <div role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-labelledby=l id=size>10</div>
  <nav aria-label="pagination navigation"><ul><li><button aria-current=page aria-label="Page 1">1</button></li>
  <li><button aria-label="Go to page 2" onclick="document.title = 'page 2'">2</button></li>
  <li><button aria-label="Go to page 3" onclick="document.title = 'page 3'">3</button></li>
  <li><button aria-label="Go to next page" onclick="document.title = 'next'"><svg width=9 height=9></svg></button></li></ul></nav>
  <script>${POPOVER}
  size.onmousedown = () => openList('listbox', [5, 10, 50], size, (n) => { size.textContent = n; document.title = n + ' rows'; });</script>`;
testOn('a pager with a list of page sizes', PAGER, [
  { line: 'show 50 per page', title: '50 rows' },
  { line: '5 items per page please', title: '5 rows' },
  {
    line: 'show 20 rows per page',
    title: 'Parcels',
    kind: 'unfinished',
    reply: 'it offers “5”, “10” and “50”',
  },
  { before: ['show 20 rows per page'], line: 'go to page 2', title: 'page 2' },
  { line: 'go to the last page', title: 'page 3' },
]);

const CONFIRMATION = `<title>Chores</title><h1>Chores</h1><table><tr><th>Title<th>Who<th></tr>
  ${['Wash the van', 'Sweep the yard']
    .map(
      (name) => `<tr><td><a>${name}</a><td>Ole Berg<td><button><span>Edit</span></button>
      <button onclick="ask('${name}')"><span>Delete</span></button></tr>`,
    )
    .join('')}</table><script>function ask(name) {
  const box = document.createElement('div');
  box.style = 'position:absolute;top:300px;border:1px solid';
  box.innerHTML = '<div role=tooltip><div><div>Delete the chore</div><div>Are you sure to delete this chore?</div></div><div><button>No</button><button>Yes</button></div></div>';
  const [no, yes] = box.querySelectorAll('button');
  no.onclick = () => { box.remove(); document.title = 'kept'; };
  yes.onclick = () => { box.remove(); document.title = 'deleted ' + name; };
  document.body.append(box);
}</script>`;
testOn('a small pop-up that asks for confirmation', CONFIRMATION, [
  {
    line: 'delete the chore Wash the van',
    title: 'deleted Wash the van',
    reply: 'confirmed “Delete the chore”',
  },
  {
    line: 'click Delete in the row of Sweep the yard',
    title: 'Chores',
    reply: 'Are you sure to delete this chore?',
  },
  { before: ['click Delete in the row of Sweep the yard'], line: 'yes', title: 'deleted Sweep the yard' },
  { before: ['click Delete in the row of Sweep the yard'], line: 'no', title: 'kept' },
]);

const CLICKABLE_ROWS = `<title>Suppliers</title><h1>Suppliers</h1><a href="#create" onclick="document.title = 'create'">Create</a>
  <span id=tl>Town</span><div role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-labelledby=tl id=town>&#8203;</div>
  <button id=add aria-label="Add filter" aria-haspopup=true>Add filter</button>
  <table><thead><tr><th></th><th>Id</th><th><span role=button tabindex=0 id=byName aria-label="Sort by name ascending">Name</span></th>
  <th>E-mail</th><th><span role=button tabindex=0 aria-label="Sort by trusted ascending" onclick="document.title = 'sorted'">Trusted</span></th>
  <th><span role=button tabindex=0 id=byDebt aria-label="Sort by debt ascending">Debt</span></th><th></th></tr></thead><tbody id=body></tbody></table>
  <script>${POPOVER}
  const rows = [[21, 'Petra Wolf', 'petra.wolf@example.org', 30], [22, 'Aldo Conti', 'aldo.conti@example.org', 90], [23, 'Marek Dvorak', 'marek.dvorak@example.org', 60]];
  const draw = () => {
    body.innerHTML = rows.map((r, i) => '<tr style="cursor:pointer"><td><input type=checkbox><td>' + r[0] + '<td>' + r[1] +
      '<td><a href="mailto:' + r[2] + '" onclick="event.stopPropagation(); event.preventDefault(); document.title = \\'mail\\'">' + r[2] +
      '</a><td>yes<td>€' + r[3] + '.00<td><button>Delete</button></tr>').join('');
    [...body.rows].forEach((tr, i) => {
      tr.onclick = () => (document.title = 'open ' + rows[i][1]);
      tr.querySelector('button').onclick = (event) => { event.stopPropagation(); document.title = 'delete ' + rows[i][1]; };
    });
  };
  draw();
  const sort = (button, at) => (button.onclick = () => {
    const isAscending = button.ariaLabel.endsWith(' ascending');
    rows.sort((a, b) => (a[at] > b[at] ? 1 : -1) * (isAscending ? 1 : -1));
    button.ariaLabel = button.ariaLabel.replace(/\\w+$/, isAscending ? 'descending' : 'ascending');
    draw();
    document.title = 'first ' + rows[0][1];
  });
  sort(byName, 1);
  sort(byDebt, 3);
  add.onclick = () => openList('menu', ['Trusted', 'Discount'], add, (entry) => (document.title = 'filter ' + entry));
  town.onmousedown = () => openList('listbox', ['Graz', 'Turin'], town, (entry) => { town.textContent = entry; document.title = 'town ' + entry; });</script>`;
testOn('a table with clickable rows', CLICKABLE_ROWS, [
  { line: 'open Aldo Conti', title: 'open Aldo Conti', reply: '“Aldo Conti”', notInReply: '90' },
  {
    line: 'click delete in the row of Petra Wolf',
    title: 'delete Petra Wolf',
    reply: 'in the row of “Petra Wolf”',
  },
  { line: 'show only the suppliers from Turin', title: 'town Turin', reply: 'Chose “Turin”' },
  { line: 'filter by Graz', title: 'town Graz' },
  { line: 'add a filter for discounts', title: 'filter Discount' },
  {
    line: 'show only the ones from Oslo',
    title: 'Suppliers',
    kind: 'unfinished',
    reply: 'offers “ones from Oslo”',
  },
  { before: ['show only the ones from Oslo'], line: 'sort by name, descending', title: 'first Petra Wolf' },
  { before: ['click Add filter'], line: 'sort by debt, highest first', title: 'first Aldo Conti' },
  { line: 'sort by debt, dearest first', title: 'first Aldo Conti' },
  {
    before: ['sort by name'],
    line: 'other way round please',
    title: 'first Petra Wolf',
    notInReply: 'nothing',
  },
  { line: 'turn trusted on', title: 'Suppliers', kind: 'unfinished' },
  { line: 'make him a VIP', title: 'Suppliers', kind: 'ask' },
  { line: 'add loyal to the labels', title: 'Suppliers', kind: 'unfinished' },
  { line: 'no, make that 9.90', title: 'Suppliers', kind: 'ask' },
  { line: 'add a supplier', title: 'create' },
]);

testOn(
  'a page whose title stays the same',
  `<title>Shop</title><a href="#a" onclick="s.textContent = 'A'">Orders</a><p id=s></p>`,
  [{ line: 'open Orders', reply: 'Opened “Orders”', notInReply: 'the page is now' }],
);
