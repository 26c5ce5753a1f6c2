// Common page patterns: quantity buttons, autocomplete fields, row menus and pop-ups.
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

const FOOD_ORDER = `<!doctype html><style>li span { display: inline-block; width: 24px }</style>
<ul>${['Tomato soup', 'Garlic bread', 'Apple cake']
  .map(
    (
      name,
    ) => `<li><b>${name}</b> <img alt="${name === 'Apple cake' ? 'vegan' : 'dairy'}" width="10" height="10"
      src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><div><span class="less">-</span><span class="count"></span><span
      class="more">+</span></div></li>`,
  )
  .join('')}</ul><button id="order">Order!</button>
<script>
  for (const li of document.querySelectorAll('li')) {
    const count = li.querySelector('.count');
    const by = (n) => () => { count.textContent = Math.max(0, Number(count.textContent) + n) || '' };
    li.querySelector('.more').addEventListener('click', by(1));
    li.querySelector('.less').addEventListener('click', by(-1));
  }
  document.getElementById('order').addEventListener('click', () => {
    document.title = 'Ordered ' + [...document.querySelectorAll('li')]
      .map((li) => (li.querySelector('.count').textContent || 0) + ' ' + li.querySelector('b').textContent).join(', ');
  });
</script>`;

test('all quantities are set before ordering, and nothing is ordered if an item is missing', async ({
  surface,
  show,
}) => {
  await show(FOOD_ORDER);
  const { say } = startConversation(surface);
  expect(await say('Order two of each: pea stew, garlic bread')).toMatchObject({ kind: 'unfinished' });
  await expect.poll(() => surface.probe.title()).toBe('');
  expect(await say('Order two of each: tomato soup, garlic bread')).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('Ordered 2 Tomato soup, 2 Garlic bread, 0 Apple cake');
  expect(await say('Order 3 items that are vegan')).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('Ordered 2 Tomato soup, 2 Garlic bread, 3 Apple cake');
});

const FLIGHTS = `<!doctype html><h1>Book your flight</h1>
<p><input id="from" class="autocomplete" placeholder="From"><input id="to" class="autocomplete" placeholder="To"></p>
<ul id="suggestions" style="position: absolute; left: 8px; margin: 0"></ul>
<p style="margin-top: 120px"><input type="date" aria-label="Departure date"> <button id="search">Search</button></p>
<section></section>
<script>
  const suggestions = document.getElementById('suggestions');
  const chosen = {};
  for (const field of document.querySelectorAll('.autocomplete'))
    field.addEventListener('input', () => {
      delete chosen[field.id];
      suggestions.replaceChildren(...['Oslo (OSL)', 'Oslob (OSB)', 'Rome (ROM)']
        .filter((name) => field.value && name.toLowerCase().includes(field.value.toLowerCase()))
        .map((name) => {
          const li = document.createElement('li');
          li.textContent = name;
          li.style.left = field.offsetLeft + 'px';
          li.style.position = 'relative';
          li.addEventListener('click', () => { field.value = chosen[field.id] = name; suggestions.replaceChildren() });
          return li;
        }));
    });
  document.getElementById('search').addEventListener('click', () => {
    if (chosen.from && chosen.to)
      document.querySelector('section').innerHTML = [['2h 10m', 90], ['3h 5m', 70], ['2h 50m', 120]]
        .map(([time, price]) => '<div><p>Duration: ' + time + '</p><button>Book flight for $' + price + '</button></div>')
        .join('');
    for (const button of document.querySelectorAll('section button'))
      button.addEventListener('click', () => { document.title = button.textContent });
  });
</script>`;

test('the search form is filled in, autocomplete fields get the right entry, and the cheapest result is chosen', async ({
  surface,
  show,
}) => {
  await show(FLIGHTS);
  const { say } = startConversation(surface);
  expect(await say('Book the cheapest flight from Oslo to Rome on 5 March 2027')).toMatchObject({
    kind: 'report',
  });
  await expect.poll(() => surface.probe.title()).toBe('Book flight for $70');
});

const POSTS = `<!doctype html><style>
  article { position: relative; height: 60px } .bar { position: absolute; left: 300px; top: 20px; width: 16px; cursor: pointer }
  .more { display: inline-block; width: 14px; height: 14px; background: gray }
  ul { position: absolute; top: 24px; right: 0; width: 110px; margin: 0; padding: 0; background: white; z-index: 2 }
</style>
${['@ana', '@bo', '@cleo']
  .map(
    (name) =>
      `<article><span>${name}</span> <p>Some words</p><span class="bar"><span class="more"></span><ul hidden><li>Share</li><li>Mute ${name}</li><li>Report</li></ul></span></article>`,
  )
  .join('')}
<script>
  for (const more of document.querySelectorAll('.more'))
    more.addEventListener('click', () => { more.nextElementSibling.hidden = !more.nextElementSibling.hidden });
  for (const li of document.querySelectorAll('li'))
    li.addEventListener('click', () => { document.title = li.textContent });
</script>`;

test('a command for a row is found in the row’s menu', async ({ surface, show }) => {
  await show(POSTS);
  const { say } = startConversation(surface);
  expect(await say('For the user @bo, click on the "Mute" button.')).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('Mute @bo');
});

const LOGIN = `<!doctype html><main id="form"><p><label>Username</label><input id="name"></p><p><label>Password</label><input
  id="word" type="password"></p><button id="ok">OK</button></main>
<script>
  const all = document.querySelectorAll('#form input, #form button');
  document.getElementById('word').addEventListener('focus', () => {
    all.forEach((one) => { one.disabled = true });
    document.body.insertAdjacentHTML('beforeend',
      '<div id="box"><p>Your session is about to expire.</p><p>Exit to the home page?</p><button>Yes</button> <button>Cancel</button></div>');
    const [yes, cancel] = document.querySelectorAll('#box button');
    yes.addEventListener('click', () => { document.body.textContent = 'Left' });
    cancel.addEventListener('click', () => {
      all.forEach((one) => { one.disabled = false });
      document.getElementById('box').remove();
    });
  }, { once: true });
  document.getElementById('ok').addEventListener('click', () => {
    document.title = 'Welcome ' + document.getElementById('name').value;
  });
</script>`;

test('a pop-up that appears during typing is closed, and the form is submitted with its only button', async ({
  surface,
  show,
}) => {
  await show(LOGIN);
  const { say } = startConversation(surface);
  const response = await say(
    'Enter the username "vina" and the password "US" into the text fields and press login.',
  );
  expect(response).toMatchObject({
    kind: 'report',
    text: expect.stringContaining('closed what was in the way'),
  });
  await expect.poll(() => surface.probe.title()).toBe('Welcome vina');
});

const TILES = `<!doctype html><p>Click on a large digit, would you</p><svg width="300" height="100">
  <text x="20" y="40" font-size="30" style="cursor: pointer">7</text><text x="80" y="40" font-size="12"
  style="cursor: pointer">4</text><text x="140" y="40" font-size="30" style="cursor: pointer">k</text></svg>
<script>
  for (const text of document.querySelectorAll('text'))
    text.addEventListener('click', () => { document.title = text.textContent });
</script>`;

test('elements in a drawing are found by their text and size', async ({ surface, show }) => {
  await show(TILES);
  const { say } = startConversation(surface);
  expect(await say('Click on a large digit, would you')).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('7');
  expect(await say('Click on the k')).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('k');
});
