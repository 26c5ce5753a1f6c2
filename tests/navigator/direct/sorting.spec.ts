/** Sorting a list with different kinds of controls. */
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

const createSelect = (label: string, id: string, options: readonly string[]): string =>
  `<label>${label} <select id=${id}>${options.map((o) => `<option>${o}</option>`).join('')}</select></label>`;

/** Controls that sort a shop's lamps in different ways. The page's title lists the lamps in their current order. */
const CONTROLS = {
  'a list of sort orders': createSelect('Sort by', 'column', [
    'Featured',
    'Price: low to high',
    'Price: high to low',
    'Newest arrivals',
  ]),
  'a list of superlatives': createSelect('Order', 'column', [
    'Relevance',
    'Cheapest first',
    'Most expensive first',
    'Newest first',
  ]),
  'a list of columns': createSelect('Sort by', 'column', ['Name', 'Price']),
  'a list of columns and one of directions':
    createSelect('Sort by', 'column', ['Name', 'Price']) +
    createSelect('Direction', 'direction', ['Ascending', 'Descending']),
  links: `<p>Sort: <input id=column hidden value=Name><a href="#a" onclick="column.value='cheap';draw()">Lowest price</a>
    <a href="#b" onclick="column.value='expensive';draw()">Highest price</a></p>`,
  'a closed menu': `<input id=column hidden value=Name><button aria-haspopup=menu aria-expanded=false
      onclick="menu.hidden = false; this.setAttribute('aria-expanded', true)">Sort by: Featured</button>
    <div id=menu role=menu hidden>${['Price: Low to High', 'Price: High to Low']
      .map(
        (entry) =>
          `<div role=menuitem tabindex=-1 onclick="column.value=this.textContent;menu.hidden=true;draw()">${entry}</div>`,
      )
      .join('')}</div>`,
};

const createPage = (controls: string): string => `<h1>Lamps</h1>${controls}<ul id=lamps></ul><script>
  const direction = document.getElementById('direction');
  const draw = () => {
    const sign = direction?.value === 'Descending' || /high to low|expensive/i.test(column.value) ? -1 : 1;
    const rows = [['Ana', 30], ['Bo', 10], ['Cy', 20]];
    if (/price|cheap|expensive/i.test(column.value)) rows.sort((a, b) => sign * (a[1] - b[1]));
    document.title = rows.map(([name]) => name).join(' ');
    lamps.innerHTML = rows.map(([name, price]) =>
      '<li><h3>' + name + ' lamp</h3><p>€ ' + price + '.00</p><button>Add to basket</button></li>').join('');
  };
  for (const control of [column, direction]) control?.addEventListener('change', draw);
  draw();
</script>`;

const CASES: readonly [controls: keyof typeof CONTROLS, line: string, order: string][] = [
  ['a list of sort orders', 'Order the results by price, cheapest first.', 'Bo Cy Ana'],
  ['a list of sort orders', 'Could you show me the most expensive ones first?', 'Ana Cy Bo'],
  ['a list of superlatives', 'Sort by price, lowest first', 'Bo Cy Ana'],
  ['a list of superlatives', 'Sort the lamps from expensive to cheap', 'Ana Cy Bo'],
  ['a list of columns', 'Put the cheapest at the top', 'Bo Cy Ana'],
  ['a list of columns and one of directions', 'Sort by price descending', 'Ana Cy Bo'],
  ['a list of columns and one of directions', 'cheapest first, please', 'Bo Cy Ana'],
  ['links', 'Sort the lamps by price from high to low', 'Ana Cy Bo'],
  ['a closed menu', 'I want to see the cheapest items first.', 'Bo Cy Ana'],
];

for (const [controls, line, order] of CASES)
  test(`sorts with ${controls}: ${line}`, async ({ surface, show }) => {
    await show(createPage(CONTROLS[controls]));
    const { say } = startConversation(surface);
    const response = await say(line);
    expect(response.kind).toBe('report');
    expect(response.text).not.toContain('I did nothing about');
    await expect.poll(() => surface.probe.title()).toBe(order);
  });

test('a list that cannot be sorted in the requested order is reported as unfinished', async ({
  surface,
  show,
}) => {
  await show(createPage(CONTROLS['a list of columns']));
  const { say } = startConversation(surface);
  const response = await say('Sort by price, highest first');
  expect(response.kind).toBe('unfinished');
  expect(response.text).toContain('the list is in ascending order');
});

test('without a control for sorting, the navigator says so and clicks nothing', async ({ surface, show }) => {
  await show(createPage('<input id=column hidden value=Name><a href="#a">Lowest price guarantee</a>'));
  const { say, actions } = startConversation(surface);
  const response = await say('Show the cheapest first');
  expect(response).toMatchObject({ kind: 'unfinished' });
  expect(response.text).toContain('no control that sorts by price');
  expect(actions).toEqual([]);
});
