/** Instructions that add items to a basket from cards and rows, and change their quantities. */
import { testEverydayLines } from './everyday-cases.js';

const STEPPER_SCRIPT = `<script>
const amounts = {};
const nameOf = (e) => e.closest('li,.row').querySelector('a').textContent;
function show(name, amount) { amounts[name] = amount; document.title = Object.entries(amounts).map((pair) => pair.join(' ')).join(', '); }
function put(button) {
  show(nameOf(button), 1);
  button.outerHTML = '<button type=button aria-label="Decrease quantity" onclick="move(this, -1)">−</button>' +
    '<input value=1 aria-label=Quantity onchange="show(nameOf(this), this.value)">' +
    '<button type=button aria-label="Increase quantity" onclick="move(this, 1)">+</button>';
}
function move(button, by) { const input = button.parentElement.querySelector('input'); input.value = +input.value + by; show(nameOf(button), input.value); }
</script>`;

const createCard = (name: string): string =>
  `<li><h3><a href="#${name}">${name}</a></h3><b>£4.50</b> <s>was £6</s><div><button type=button onclick="put(this)">Add</button></div></li>`;
const SEEDS = `<title>Seeds</title><form role=search onsubmit="return false"><input name=q aria-label="Search seeds"><button>Search</button></form>
  <h2>This month</h2><ul>${['Tall Sunflower 20 seeds', 'Purple Carrot 200 seeds', 'Early Sweet Pea 15 seeds', 'Curly Kale 100 seeds'].map(createCard).join('')}</ul>${STEPPER_SCRIPT}`;

const createRow = (name: string, amount: number): string =>
  `<div class=row><a href="#x">${name}</a> <small>£4 each</small> <button type=button aria-label="Decrease quantity" onclick="move(this, -1)">−</button><input aria-label=Quantity value=${amount} onchange="show(nameOf(this), this.value)"><button type=button aria-label="Increase quantity" onclick="move(this, 1)">+</button> <b>£8</b> <button type=button aria-label=Remove onclick="document.title = nameOf(this) + ' removed'; this.parentElement.remove()">×</button></div>`;
const BASKET = `<title>Basket</title><h1>Your basket</h1>${createRow('Clay Pot 12 cm', 2)}${createRow('Garden Twine 50 m', 1)}
  <p>Code SPRING <button type=button onclick="document.title = 'code removed'">Remove code</button></p>${STEPPER_SCRIPT}`;

const createPlainRow = (name: string): string =>
  `<li><a href="#x">${name}</a> £2 <button type=button onclick="document.title += ', ${name}'">Add</button></li>`;
const LIST = `<title>Spring list</title><h1>Spring list</h1><ul>${createPlainRow('Compost 40 l')}${createPlainRow('Bark chips')}</ul>
  <button type=button onclick="document.title = 'EVERYTHING'">Add all to basket</button>`;
const LISTS = `<title>Lists</title><h1>Planting lists</h1><ul>${['Balcony', 'Kitchen garden']
  .map(
    (name) =>
      `<li><a href="#x">${name}</a> <span>4 things</span> <button type=button onclick="document.title += ', ${name}'">Add all to basket</button></li>`,
  )
  .join('')}</ul>`;

const PRODUCT = `<title>Spade</title><h1>Border spade</h1><p>£30</p><label>Quantity <select id=amount><option>1<option>2<option>3</select></label>
  <button type=button onclick="document.title = 'spades: ' + amount.value">Add to basket</button>
  <h2>Goes with it</h2><ul>${createPlainRow('Spade cover')}${createPlainRow('Boot brush')}</ul>`;

testEverydayLines([
  // An item is added with the button in its own row.
  {
    page: LIST,
    line: 'add the bark chips to my basket',
    title: 'Spring list, Bark chips',
    reply: 'in the row of “Bark chips”',
  },
  {
    page: LIST,
    line: 'add the tomato canes to my basket',
    title: 'Spring list',
    kind: 'unfinished',
    reply: "can't find “tomato canes”",
  },
  {
    page: LIST,
    before: ['add the bark chips'],
    line: 'and the compost',
    title: 'Spring list, Bark chips, Compost 40 l',
  },
  { page: LIST, line: 'add 40 l compost', title: 'Spring list, Compost 40 l', kind: 'report' },
  {
    page: LIST,
    line: 'add 3 bark chips',
    title: 'Spring list, Bark chips',
    kind: 'unfinished',
    reply: 'only one',
  },
  { page: LISTS, line: 'add everything on the balcony list to my basket', title: 'Lists, Balcony' },
  { page: LISTS, line: 'add all of the kitchen garden list to my basket', title: 'Lists, Kitchen garden' },
  { page: LISTS, line: 'add all of the roof list to my basket', title: 'Lists', kind: 'ask' },
  { page: SEEDS, line: 'put the curly kale in my basket', title: 'Curly Kale 100 seeds 1' },
  { page: SEEDS, line: 'pop the sunflower in the basket', title: 'Tall Sunflower 20 seeds 1' },
  { page: SEEDS, line: 'chuck the kale in', title: 'Curly Kale 100 seeds 1', notInReply: 'nothing about' },
  { page: SEEDS, line: 'add the purple carot', title: 'Seeds', kind: 'ask', reply: 'Purple Carrot' },
  {
    page: SEEDS,
    line: 'add the white radish',
    title: 'Seeds',
    kind: 'unfinished',
    reply: 'white radish',
  },
  { page: SEEDS, before: ['add the white radish'], line: 'make that two', title: 'Seeds', kind: 'ask' },
  // The requested amount is added.
  { page: SEEDS, line: 'add 3 curly kale', title: 'Curly Kale 100 seeds 3', reply: 'set its quantity to 3' },
  {
    page: SEEDS,
    line: 'can you add 2 of the sunflowers, we have a big fence',
    title: 'Tall Sunflower 20 seeds 2',
    notInReply: 'nothing about',
  },
  { page: SEEDS, line: 'put two carrots in my basket', title: 'Purple Carrot 200 seeds 2' },
  {
    page: SEEDS,
    line: 'add the kale and 2 sweet peas',
    title: 'Curly Kale 100 seeds 1, Early Sweet Pea 15 seeds 2',
  },
  // Lines that change what the previous line added.
  { page: SEEDS, before: ['add the sweet pea'], line: 'make it four', title: 'Early Sweet Pea 15 seeds 4' },
  {
    page: SEEDS,
    before: ['add the sweet pea'],
    line: 'make it 3 packs',
    title: 'Early Sweet Pea 15 seeds 3',
    notInReply: 'nothing about',
  },
  { page: SEEDS, before: ['add the sweet pea'], line: 'one more', title: 'Early Sweet Pea 15 seeds 2' },
  { page: SEEDS, before: ['add 4 sweet peas'], line: 'no, just two', title: 'Early Sweet Pea 15 seeds 2' },
  { page: SEEDS, before: ['add 4 sweet peas'], line: 'one less', title: 'Early Sweet Pea 15 seeds 3' },
  {
    page: SEEDS,
    before: ['add the curly kale too'],
    line: 'and the purple carrot',
    title: 'Curly Kale 100 seeds 1, Purple Carrot 200 seeds 1',
  },
  // Quantities in the basket; each is saved before the report.
  { page: BASKET, line: 'I need 5 of the clay pots', title: 'Clay Pot 12 cm 5' },
  { page: BASKET, line: 'set the garden twine to 4', title: 'Garden Twine 50 m 4' },
  { page: BASKET, line: 'make the twine three', title: 'Garden Twine 50 m 3' },
  { page: BASKET, line: 'add another pack of the twine', title: 'Garden Twine 50 m 2' },
  { page: BASKET, line: 'double the clay pots', title: 'Clay Pot 12 cm 4' },
  { page: BASKET, line: 'one more clay pot please', title: 'Clay Pot 12 cm 3' },
  { page: BASKET, line: 'take one off the clay pots', title: 'Clay Pot 12 cm 1' },
  { page: BASKET, line: 'remove one of the clay pots', title: 'Clay Pot 12 cm 1' },
  { page: BASKET, line: 'delete the twine, it is too thin', title: 'Garden Twine 50 m removed' },
  // The item that the page is about.
  { page: PRODUCT, line: 'add 2 border spades to my basket', title: 'spades: 2' },
  { page: PRODUCT, line: 'add it to my basket', title: 'spades: 1' },
  { page: PRODUCT, line: 'add the boot brush', title: 'Spade, Boot brush' },
]);
