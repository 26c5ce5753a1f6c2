/** Commands use the control of the named thing, and no control that shares only a verb or a weak word with the line. */
import { testEverydayLines } from './everyday-cases.js';

const SCRIPT =
  '<script>const log = []; function did(text) { log.push(text); document.title = log.join(", "); }</script>';

/** A list whose rows have menus. “Delete” opens a dialog, and a message with “Undo” follows. */
const ROUTES = `<title>Routes</title>${SCRIPT}<main><h1>Routes</h1><ul id=list></ul>
<div id=menu role=menu hidden style="border:1px solid">
  <button role=menuitem>Edit</button><button role=menuitem>Archive</button>
  <button role=menuitem>Copy</button><button role=menuitem>Delete</button></div>
<div id=ask role=dialog aria-modal=true hidden style="position:fixed;top:9em;background:#fff">
  <p>Delete this route?</p><button id=no>Cancel</button><button id=yes>Delete</button></div>
<div id=message role=status></div></main><script>
let names = ['Coast', 'Forest', 'Canal', 'Ridge'], current;
const draw = () => {
  list.innerHTML = names
    .map((n) => '<li><span>' + n + '</span> <small>loop</small> <button aria-haspopup=menu>…</button></li>')
    .join('');
  list.querySelectorAll('button').forEach((b, i) => (b.onclick = () => { current = names[i]; menu.hidden = false; }));
};
draw();
menu.querySelectorAll('button').forEach((b) => (b.onclick = () => {
  menu.hidden = true;
  if (b.textContent === 'Delete') ask.hidden = false;
  else did(b.textContent + ' ' + current);
}));
no.onclick = () => { ask.hidden = true; };
yes.onclick = () => {
  ask.hidden = true;
  names = names.filter((n) => n !== current);
  draw();
  did('deleted ' + current);
  message.innerHTML = '<span>' + current + ' was deleted.</span> <button onclick="did(\\'undone\\')">Undo</button>';
};
</script>`;

testEverydayLines([
  { page: ROUTES, line: 'delete Coast and Canal', title: 'deleted Coast, deleted Canal' },
  { page: ROUTES, line: 'archive Forest and Ridge', title: 'Archive Forest, Archive Ridge' },
  {
    page: ROUTES,
    line: 'archive Forest and Harbour',
    reply: "can't find a row called “Harbour”",
    title: 'Routes',
  },
  { page: ROUTES, line: 'edit Harbour', reply: "can't find a row called “Harbour”", title: 'Routes' },
  {
    page: ROUTES,
    line: 'delete the route Harbour',
    reply: "can't find a row called “Harbour”",
    title: 'Routes',
  },
  { page: ROUTES, line: 'copy Canal as Canal North', title: 'Copy Canal' },
  {
    page: ROUTES,
    before: ['delete Ridge'],
    line: "no, don't delete it",
    kind: 'ask',
    reply: 'The page offers the “Undo” button',
    title: 'deleted Ridge',
  },
  {
    page: ROUTES,
    before: ['delete Ridge', "please don't delete that"],
    line: 'yes',
    title: 'deleted Ridge, undone',
  },
]);

/** Chips that filter; only “Sauna” shows its state. A removable tag names another filter. */
const CABINS = `<title>Cabins</title>${SCRIPT}
<aside class="sidebar menu"><button aria-expanded=true onclick="did('sidebar')">Toggle sidebar</button></aside>
<main><h1>Cabins</h1><div role=group aria-label=Filters>
  <button class=chip onclick="did('lake')">Lake view</button>
  <button class=chip aria-pressed=true onclick="this.ariaPressed = 'false'; did('sauna off')">Sauna</button>
</div><p>Active: <span>Wifi <button aria-label="Remove Wifi" onclick="did('wifi off')">×</button></span></p></main>`;

testEverydayLines([
  { page: CABINS, line: 'close the menu', kind: 'unfinished', title: 'Cabins' },
  {
    page: CABINS,
    line: 'remove the lake filter',
    kind: 'ask',
    reply: "I can't see whether the “Lake view” button is on",
    title: 'Cabins',
  },
  { page: CABINS, before: ['remove the lake filter'], line: 'yes', title: 'lake' },
  {
    page: CABINS,
    line: 'deselect Lake view',
    kind: 'ask',
    reply: 'is on. Should I click it?',
    title: 'Cabins',
  },
  { page: CABINS, line: 'remove the sauna filter', title: 'sauna off' },
  { page: CABINS, line: 'remove the wifi filter', title: 'wifi off' },
]);

const PEOPLE = (button: string): string => `<title>Choir</title>${SCRIPT}
<nav><a href="#members" onclick="did('all members')">Members</a></nav><main><h1>Choir</h1>
<table><tr><th>Name<th>Part<th>Member<th></tr>
${[
  ['Nora Lind', 'Alto', 'since 2019'],
  ['Ben Ade', 'Bass', 'since 2008'],
  ['Eva Roth', 'Tenor', 'since 2022'],
]
  .map(
    ([name, part, since]) =>
      `<tr><td>${name}<td>${part}<td>${since}<td><button onclick="did('${name}')">${button}</button></tr>`,
  )
  .join('')}</table></main>`;

testEverydayLines([
  { page: PEOPLE('Write'), line: 'write to Ben', title: 'Ben Ade' },
  { page: PEOPLE('Message'), line: 'write to Eva Roth', title: 'Eva Roth' },
  { page: PEOPLE('Write'), line: 'send Nora a message', title: 'Nora Lind' },
  { page: PEOPLE('Write'), line: 'write to Harold', kind: 'unfinished', title: 'Choir' },
  { page: PEOPLE('Write'), line: 'what part does Nora sing?', reply: 'Part: Alto' },
  { page: PEOPLE('Write'), line: 'who has been a member longest?', reply: 'Ben Ade' },
  { page: PEOPLE('Write'), line: 'who has been here longest?', notInReply: 'Eva' },
]);

/** Cards that can be opened, and a navigation entry with the noun for them. */
const TICKETS = `<title>Board</title>${SCRIPT}<nav><a href="#t" onclick="did('all tickets')">Tickets</a></nav>
<main><h1>Board</h1><ul>
<li><div role=button tabindex=0 onclick="did('printer')"><h3>Repair printer</h3><p>High</p></div></li>
<li><div role=button tabindex=0 onclick="did('window')"><h3>Clean window</h3><p>Low</p></div></li></ul></main>`;

/** Rows with names in the same text as a menu button, and messages with buttons. */
const PLANTS = `<title>Plants</title>${SCRIPT}<main><h1>Plants</h1><ul>
${['Fern', 'Ivy', 'Moss']
  .map(
    (name) =>
      `<li>${name} <button>⋯</button> <button onclick="show('${name} was hidden')">Hide</button></li>`,
  )
  .join('')}</ul>
<div id=bar class=snackbar hidden style="position:fixed;bottom:0"></div></main>
<script>function show(text) { bar.hidden = false; bar.innerHTML = '<span class=snackbar__text>' + text
  + '</span> <button class=snackbar__action>Undo</button> <button class=snackbar__close>Dismiss</button>'; }</script>`;

testEverydayLines([
  { page: TICKETS, line: 'open the printer ticket', title: 'printer' },
  { page: TICKETS, line: 'open the tickets', title: 'all tickets' },
  { page: PLANTS, line: 'hide Ivy', reply: 'in the row of “Ivy”; the page says “Ivy was hidden”.' },
  { page: PLANTS, line: 'hide the first one', reply: 'in the row of “Fern”', notInReply: '⋯' },
]);
