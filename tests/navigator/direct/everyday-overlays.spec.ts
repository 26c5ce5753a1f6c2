/** Everyday lines about dialogs with fields, pop-ups opened in a search, sliders, groups of options and filters. */
import { testEverydayLines, type EverydayCase } from './everyday-cases.js';

const testOn = (page: string, cases: readonly Omit<EverydayCase, 'page'>[]): void =>
  testEverydayLines(cases.map((c) => ({ page, ...c })));

testOn(
  `<title>Canoe</title><h1>Canoe, two seats</h1><button onclick="d.hidden = false">Rent</button>
  <div id=d role=dialog aria-label="Rent a canoe" aria-modal=true hidden style="position:fixed;inset:20px;background:#fff">
  <label>Landing stage <select><option value="">Choose<option>Mill<option>Weir</select></label>
  <button>Cancel</button><button onclick="document.title = 'rented'">Rent</button></div>`,
  [{ line: 'rent it', title: 'Canoe', reply: 'asks for the “Landing stage” list' }],
);

testOn(
  `<title>Letters</title><h1>Letters</h1><button onclick="d.hidden = false">Delete letter</button>
  <div id=d role=dialog aria-label="Delete this letter?" aria-modal=true hidden style="position:fixed;inset:20px;background:#fff">
  <p>Delete this letter?</p><button>Cancel</button><button onclick="document.title = 'deleted'">Delete</button></div>`,
  [{ line: 'delete the letter', title: 'deleted' }],
);

testOn(
  `<title>Recipes</title><div style="display:flex"><input type=search aria-label="Search" id=s>
  <button type=button aria-label="reset" class=search-clear onclick="s.value = ''; document.title = 'emptied'">×</button></div>
  <ul><li>Soup<li>Cake</ul>`,
  [{ line: 'search for soup', title: 'Recipes', notInReply: 'Searched for' }],
);

testOn(
  `<title>Settings</title><label>Delivery radius in km <input type=range min=0 max=40 value=5
  oninput="document.title = 'radius ' + value"></label><label>Wake me (minutes before) <input type=range min=0 max=60 value=10
  oninput="document.title = 'wake ' + value"></label>`,
  [
    { line: 'radius 12', title: 'radius 12' },
    { line: 'within 30 km', title: 'radius 30' },
    { line: 'wake me 20 minutes before', title: 'wake 20' },
    { line: 'click the delivery radius slider', title: 'Settings', kind: 'ask' },
  ],
);

const CONTACT_GROUP = `<title>News</title><body onchange="document.title =
  [...document.querySelectorAll('input:checked')].map((input) => input.parentNode.innerText.trim()).join('+')">
  <fieldset><legend>How do we notify members?</legend><div><label><input type=checkbox> Letter</label></div>
  <div><label><input type=checkbox> Phone call</label></div><div><label><input type=checkbox checked> Fax</label></div></fieldset>
  <div role=radiogroup aria-label="Home library"><p><label><input type=radio name=r> Eastgate</label></p>
  <p><label><input type=radio name=r> Castle</label></p></div>`;
testOn(CONTACT_GROUP, [
  { line: 'notify me by letter and phone, not by fax', title: 'Letter+Phone call' },
  { line: 'notify me by letter but not by fax or phone', title: 'Letter', reply: 'unticked the “Fax”' },
  { line: 'notify me only by phone', title: 'Phone call' },
  { line: 'notify by letter and fax', title: 'Letter+Fax' },
  { line: 'home library castle', title: 'Fax+Castle' },
  { line: 'library eastgate', title: 'Fax+Eastgate' },
]);

testOn(
  `<title>Lessons</title><h1>Lessons</h1><button onclick="p.hidden = false" aria-haspopup=true aria-label="More options">⋮</button>
  <button onclick="document.title = 'kept'">Keep</button>
  <div id=p hidden aria-modal=true aria-label="Options" style="position:fixed;inset:0;background:#fff"><button>Print</button></div>
  <script>onkeydown = (event) => { if (event.key === 'Escape') p.hidden = true; };</script>`,
  [{ before: ['click fencing'], line: 'click keep', title: 'kept' }],
);

testOn(
  `<title>Boats</title><label>Kind <select onchange="document.title = value"><option>All kinds<option>Canoe<option>Raft</select></label>
  <ul><li><a href="#1" onclick="document.title += '!'">Otter</a></li><li><a href="#2" onclick="document.title += '!'">Heron</a></li></ul>`,
  [
    { line: 'show everything again', title: 'Boats', kind: 'unfinished', reply: 'No filter' },
    { before: ['show only the canoes'], line: 'show everything again', title: 'All kinds' },
    { before: ['show only the rafts'], line: 'show all again', title: 'All kinds' },
  ],
);
