/** Everyday instructions that correct, repeat or extend the last one, and instructions about several rows. */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const createCasesOn = (page: string, cases: readonly Omit<EverydayCase, 'page'>[]): EverydayCase[] =>
  cases.map((everydayCase) => ({ page, ...everydayCase }));

const PASSENGER = `<title>Passenger</title><form onsubmit="document.title += ', sent'; return false"><h1>Passenger</h1>
  <label>Given name <input oninput="document.title = 'Passenger: ' + this.value"></label><label>Year of birth <input value=1987
  oninput="document.title = 'Year ' + this.value"></label><button>Continue</button></form>`;
const GUESTS = `<title>Guests</title><h1>Guests</h1><ul id=l></ul><script>
  let names = ['Ada Lund', 'Bo Wik'];
  const draw = () => { document.title = names.join(', '); l.innerHTML = names.map((n, i) => '<li>' + n +
    ' <a href=# onclick="names.splice(' + i + ',1); draw(); return false">Remove ' + n + '</a></li>').join(''); };
  draw();</script>`;
const PETS = `<title>Pets</title><form onsubmit="return false"><fieldset><legend><h1>Do you have a pet?</h1></legend>
  <label><input type=radio name=p onchange="document.title = 'yes'">Yes</label>
  <label><input type=radio name=p onchange="document.title = 'no'">No</label></fieldset><button>Continue</button></form>`;
const OWNER = `<title>Boat</title><form onsubmit="return false"><label>Boat name <input></label><fieldset><legend>Who owns it?</legend>
  <label><input type=radio name=o onchange="document.title = 'own'">I own it</label>
  <label><input type=radio name=o onchange="document.title = 'hired'">No, it is hired</label>
  <label><input type=radio name=o onchange="document.title = 'club'">No, it is a club boat</label></fieldset></form>`;
const TOPPINGS = `<title>Pizza</title><h1>Pizza</h1><fieldset><legend>Toppings</legend>${[
  'Ham',
  'Olives',
  'Basil',
]
  .map(
    (name, i) =>
      `<label><input type=checkbox ${i === 1 ? 'checked' : ''} onchange="document.title += ', ${name} ' + this.checked">${name}</label>`,
  )
  .join('')}</fieldset>`;
const POSTCODE = `<title>Address</title><form onsubmit="return false"><label for=p>Postcode</label><div>For example, BD9 3RT</div>
  <input id=p oninput="document.title = this.value"><button>Find</button></form>`;
const PARCELS = `<title>Parcels</title><h1>Parcels</h1><table><tr><th><th>Parcel<th>Weight<th>State<th></tr>${[
  ['P-11', '2 kg', 'Lost'],
  ['P-12', '3 kg', 'Sent'],
  ['P-13', '9 kg', 'Lost'],
]
  .map(
    ([id, weight, state]) =>
      `<tr><td><input type=checkbox aria-label="Select parcel ${id}" onchange="document.title += ', ${id}'"><td><a href="#${id}">${id}</a><td>${weight}<td>${state}
      <td><button aria-label="Delete ${id}" onclick="document.title += ', deleted ${id}'">🗑</button></tr>`,
  )
  .join('')}</table>`;
const CAKES = `<title>Menu</title><h1>Menu</h1><table><tr><th>Name<th>Kind<th></tr>${[
  ['Sponge', 'Cake'],
  ['Carrot cake', 'Cake'],
  ['Rye', 'Bread'],
]
  .map(
    ([name, kind]) =>
      `<tr><th scope=row>${name}<td>${kind}<td><button aria-label="Delete ${name}" onclick="document.title += ', ${name}'; this.closest('tr').remove()">🗑</button></tr>`,
  )
  .join('')}</table>`;
const MEMBERS = `<title>Club</title><h1>Club</h1><table><tr><th>Name<th>Role<th></tr>${[
  ['Ida Moen', 'Owner'],
  ['Per Dahl', 'Guest'],
]
  .map(
    ([name, role]) =>
      `<tr><th scope=row>${name}<td><select aria-label="Role of ${name}">${['Guest', 'Owner']
        .map((option) => `<option ${option === role ? 'selected' : ''}>${option}</option>`)
        .join('')}</select><td><button onclick="document.title += ', ${name} removed'">Remove</button></tr>`,
  )
  .join('')}</table>`;

const PERIOD = `<title>Report</title><h1>Report</h1><button id=b aria-haspopup=menu aria-expanded=false aria-label="Period: Last 30 days"
  onclick="m.hidden = !m.hidden; b.setAttribute('aria-expanded', !m.hidden)">Last 30 days</button><div role=menu id=m hidden>${[
    'This quarter',
    'Last quarter',
  ]
    .map(
      (name) =>
        `<button role=menuitemradio aria-checked=false onclick="document.title = '${name}'; m.hidden = true">${name}</button>`,
    )
    .join('')}</div>`;

const createLoans = (late: string): string =>
  `<title>Library</title><h1>My account</h1><table><tr><th>Book<th>State<th></tr>${[
    ['Moss atlas', late],
    ['Tide tables', 'On time'],
    ['Cheese', late],
  ]
    .map(
      ([name, state]) =>
        `<tr><th scope=row>${name}<td>${state}<td><button onclick="document.title += ', ${name}'">Renew</button></tr>`,
    )
    .join('')}</table>`;

const TERMS = `<title>Terms</title><form onsubmit="document.title += ', accepted'; return false"><h1>Terms of use</h1>
  <p>You agree to pay a fee each year.</p><button>Accept and continue</button></form>`;

testEverydayLines([
  ...createCasesOn(TERMS, [{ line: 'carry on', title: 'Terms' }]),
  ...createCasesOn(createLoans('Overdue'), [
    { line: 'renew all the overdue books', title: 'Library, Moss atlas, Cheese' },
  ]),
  ...createCasesOn(createLoans('Overdue since 1 May'), [
    { line: 'please renew all the overdue books', title: 'Library, Moss atlas, Cheese' },
    { line: 'renew all books', title: 'Library, Moss atlas, Tide tables, Cheese' },
  ]),
  ...createCasesOn(PERIOD, [{ line: 'change the period to last quarter', title: 'Last quarter' }]),
  ...createCasesOn(PASSENGER, [
    { before: ['continue'], line: 'sorry, 1978 not 1987', title: 'Year 1978' },
    { before: ['continue'], line: "actually no I don't", title: 'Passenger, sent', kind: 'ask' },
    { before: ['continue'], line: 'no phone actually', title: 'Passenger, sent', kind: 'ask' },
  ]),
  ...createCasesOn(GUESTS, [
    { before: ['remove Ada'], line: 'remove the second one', title: 'Bo Wik', reply: 'only one entry' },
    { line: 'remove the third one', title: 'Ada Lund, Bo Wik', reply: 'only 2 entries' },
  ]),
  ...createCasesOn(PETS, [
    { line: 'no', title: 'no' },
    { line: 'yes please', title: 'yes' },
    { line: "no I don't", title: 'no' },
  ]),
  ...createCasesOn(OWNER, [
    { before: ['boat name Selma'], line: "no, it's hired", title: 'hired' },
    { line: "it's not hired, it's a club boat", title: 'club' },
  ]),
  ...createCasesOn(TOPPINGS, [
    { before: ['tick ham'], line: 'olives too', title: 'Pizza, Ham true', reply: 'already on' },
    { before: ['tick ham'], line: 'basil too', title: 'Pizza, Ham true, Basil true' },
    { before: ['tick ham'], line: 'not ham, sorry', title: 'Pizza, Ham true, Ham false' },
  ]),
  ...createCasesOn(POSTCODE, [{ before: ['bd9 3rt'], line: 'my postcode is BD9 3RT', title: 'BD9 3RT' }]),
  ...createCasesOn(PARCELS, [
    { line: 'select all lost parcels', title: 'Parcels, P-11, P-13' },
    { line: 'select P-11 and P-12', title: 'Parcels, P-11, P-12' },
    { line: 'tick everything except the lost ones', title: 'Parcels, P-12' },
    { before: ['what is the weight of P-11?'], line: 'and P-13?', title: 'Parcels', reply: '9 kg' },
  ]),
  ...createCasesOn(CAKES, [
    { line: 'delete all the cakes', title: 'Menu', kind: 'ask', reply: '“Sponge” and “Carrot cake”' },
    { before: ['delete all the cakes'], line: 'yes', title: 'Menu, Sponge, Carrot cake' },
    { line: 'delete the cakes except the carrot cake', title: 'Menu, Sponge' },
    { line: 'delete sponge and rye', title: 'Menu, Sponge, Rye' },
  ]),
  ...createCasesOn(MEMBERS, [{ line: 'remove all guests', title: 'Club, Per Dahl removed' }]),
]);
