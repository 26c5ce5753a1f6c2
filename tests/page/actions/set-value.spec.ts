import type { PageAction } from '../../../src/contract/index.js';
import { expect, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import {
  performOnElement,
  copy,
  getDetail,
  listEffectTypes,
  findByName,
  readPageText,
  paste,
  press,
  set,
  type,
} from './perform.js';

const LOG = `<pre id=log></pre><script>const say = (t) => log.append(t + ' ')</script>`;

test('choosing succeeds if a select runs a command and then returns to its empty option, but fails if the select reverts the choice', async ({
  surface,
  show,
}) => {
  await show(`<select aria-label="Add filter" onchange="document.querySelector('p').append(this.value + ' '); this.value = ''"><option><option>Due date<option>Author</select><p></p>
    <select aria-label=Size onchange="document.querySelector('p').append('no '); this.value = 'S'"><option>S<option>L</select>`);
  expect((await performOnElement(surface, 'Add filter', set('Due date'))).status).toBe('done');
  expect(await readPageText(surface)).toContain('Due date');
  expect(await performOnElement(surface, 'Size', set('L'))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
});

test('options are chosen in native selects with groups, with several choices, with disabled options and with more options than an observation lists', async ({
  surface,
  show,
}) => {
  await show(`${LOG}<select aria-label=Fare onchange="say(this.value)"><optgroup label=Out><option value=o1>Early<option value=o2>Late</optgroup>
      <optgroup label=Back><option value=b1>Early<option value=b2 disabled>Late</optgroup></select>
    <select aria-label=Extras multiple><option>Bag<option>Seat, aisle<option>Meal</select>
    <select aria-label=Many>${Array.from({ length: 400 }, (_, i) => `<option value=v${i}>Place ${i}`).join('')}</select>
    <label>Labelled<select style="opacity:1"><option>a<option>b</select></label>`);
  expect(listEffectTypes(await performOnElement(surface, 'Fare', set('Back: Early')))).toContain('value');
  expect(await readPageText(surface)).toContain('b1');
  expect(await performOnElement(surface, 'Fare', set('b2'))).toMatchObject({
    status: 'failed',
    reason: 'disabled',
  });
  expect(await performOnElement(surface, 'Extras', set('Bag, Meal'))).toMatchObject({
    effects: expect.arrayContaining([{ type: 'value', from: '', to: 'Bag, Meal' }]),
  });
  expect(listEffectTypes(await performOnElement(surface, 'Extras', set('Seat, aisle')))).toContain('value');
  expect(await performOnElement(surface, 'Extras', set('Bag, Window'))).toMatchObject({
    status: 'failed',
    reason: 'no-option',
  });
  expect(listEffectTypes(await performOnElement(surface, 'Many', set('Place 399')))).toContain('value');
  expect((await performOnElement(surface, 'Many', set('v399'))).status).toBe('already');
});

const change =
  (value: string, among?: 'remove' | 'only') =>
  (uid: string): PageAction => ({ intent: 'change', uid, value, ...(among ? { among } : {}) });

const MULTIPLE_LISTS: [kind: string, html: string][] = [
  ['a select', '<select aria-label=Tags multiple><option>a<option selected>b<option>c</select>'],
  [
    'a list box',
    `<div role=listbox aria-multiselectable=true aria-label=Tags>${['a', 'b', 'c'].map((name) => `<div role=option tabindex=0 aria-selected=${name === 'b'} onclick="this.ariaSelected = String(this.ariaSelected !== 'true')">${name}</div>`).join('')}</div>`,
  ],
];
for (const [kind, html] of MULTIPLE_LISTS)
  test(`${kind} with multiple selection keeps its selected options unless the action says otherwise`, async ({
    surface,
    show,
  }) => {
    await show(html);
    const listSelected = async (): Promise<string[]> => {
      const { candidates } = await surface.observe({}, signal);
      const list = candidates.find(({ name }) => name === 'Tags')!;
      return list.options?.length
        ? list.options.filter(({ selected }) => selected).map(({ label }) => label)
        : candidates.filter(({ states }) => states.selected).map(({ text }) => text);
    };
    expect((await performOnElement(surface, 'Tags', change('c'))).status).toBe('done');
    expect(await listSelected()).toEqual(['b', 'c']);
    expect((await performOnElement(surface, 'Tags', change('b', 'remove'))).status).toBe('done');
    expect(await listSelected()).toEqual(['c']);
    expect((await performOnElement(surface, 'Tags', change('b', 'remove'))).status).toBe('already');
    expect((await performOnElement(surface, 'Tags', change('a, b', 'only'))).status).toBe('done');
    expect(await listSelected()).toEqual(['a', 'b']);
  });

test('the requested option is chosen in a select that also has empty options', async ({ surface, show }) => {
  await show(`<select aria-label=Size><option value=""></option><option>Small<option>Medium<option value=""><option>Large</select>
    <select aria-label=Colours multiple><option value=""></option><option>Red<option>Blue</select>`);
  for (const [name, value] of [
    ['Size', 'Medium'],
    ['Size', 'Large'],
    ['Size', 'Small'],
    ['Colours', 'Red, Blue'],
  ] as const) {
    const outcome = await performOnElement(surface, name, set(value));
    expect(outcome, value).toMatchObject({
      effects: expect.arrayContaining([expect.objectContaining({ type: 'value', to: value })]),
    });
  }
});

test('setting a control fails if the control does not keep the value, and the error contains the displayed value', async ({
  surface,
  show,
}) => {
  await show(`<select aria-label=Fare onchange="this.selectedIndex = 1"><option>None<option>Early<option>Late</select>
    <input type=date aria-label=Day oninput="this.value = '2026-01-01'">
    <input type=number aria-label=Seats oninput="this.value = 2">`);
  for (const [name, value, displayedValue] of [
    ['Fare', 'Late', 'Early'],
    ['Day', '2026-03-05', '2026-01-01'],
    ['Seats', '5', '2'],
  ] as const)
    expect(await performOnElement(surface, name, set(value)), name).toMatchObject({
      status: 'failed',
      reason: 'bad-value',
      detail: expect.stringMatching(`“${displayedValue}”, not “${value}”`),
    });
});

const NATIVE_FIELDS = [
  ['date', '2026-03-05', '2026-03-05'],
  ['time', '14:30', '14:30'],
  ['datetime-local', '2026-03-05 14:30', '2026-03-05T14:30'],
  ['month', '2026-03', '2026-03'],
  ['week', '2026-W10', '2026-W10'],
  ['color', 'rebeccapurple', '#663399'],
  ['number', '42', '42'],
  ['range', '37', '35'],
  ['date', '2026-02-31', null],
  ['time', 'noon', null],
  ['color', 'nice', null],
  ['number', 'many', null],
  ['range', '200', null],
] as const;

test('native fields accept valid values, convert them to the native format and refuse invalid ones', async ({
  surface,
  show,
}) => {
  await show(
    NATIVE_FIELDS.map(
      ([kind], i) =>
        `<input type=${kind} aria-label="Field ${i}" min="" step=${kind === 'range' ? 5 : 'any'}>`,
    ).join(''),
  );
  for (const [i, [kind, value, expected]] of NATIVE_FIELDS.entries()) {
    const outcome = await performOnElement(surface, `Field ${i}`, set(value));
    const row = `${kind} set to ${value}`;
    if (expected) {
      expect.soft(outcome, row).toMatchObject({
        status: 'done',
        effects: expect.arrayContaining([expect.objectContaining({ type: 'value', to: expected })]),
      });
      expect.soft((await findByName(surface, `Field ${i}`)).value, row).toBe(expected);
    } else expect.soft(outcome, row).toMatchObject({ status: 'failed', reason: 'bad-value' });
  }
});

test('checkboxes, radio buttons and switches are set, whether native, defined by a role or drawn as a styled label', async ({
  surface,
  show,
}) => {
  await show(`<style>.n{position:absolute;opacity:0;pointer-events:none} .d{display:inline-block;padding:8px;border:1px solid}</style>
    <fieldset><legend>Size</legend><label class=d><input class=n type=radio name=s value=m>Medium</label><label class=d><input class=n type=radio name=s value=l>Large</label></fieldset>
    <div role=checkbox tabindex=0 aria-checked=mixed aria-label=All onclick="this.ariaChecked = this.ariaChecked === 'mixed' ? 'false' : 'true'">x</div>
    <button aria-pressed=false onclick="this.ariaPressed = String(this.ariaPressed !== 'true')">Bold</button>
    <div role=switch tabindex=0 aria-checked=false aria-label=Stuck onclick="document.body.append('refused ')">x</div>`);
  expect((await performOnElement(surface, 'Large', set('true'))).status).toBe('done');
  expect(await performOnElement(surface, 'Large', set('true'))).toMatchObject({ status: 'already' });
  expect(await performOnElement(surface, 'Large', set('false'))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
  expect((await performOnElement(surface, 'Medium', set('Medium'))).status).toBe('done');
  expect((await performOnElement(surface, 'All', set('true'))).status).toBe('done');
  expect((await findByName(surface, 'All')).states.checked).toBe(true);
  expect(listEffectTypes(await performOnElement(surface, 'Bold', set('true')))).toContain('state');
  const stuckOutcome = await performOnElement(surface, 'Stuck', set('true'));
  expect(stuckOutcome.status).toBe('failed');
  expect(getDetail(stuckOutcome)).toContain('still off');
  expect(await performOnElement(surface, 'Bold', set('maybe'))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
});

test('one or several options are chosen in ARIA list boxes and radio groups; unknown and disabled options are refused', async ({
  surface,
  show,
}) => {
  await show(`<ul role=listbox aria-label=Colour tabindex=0>${['Red', 'Green', 'Blue'].map((c) => `<li role=option aria-selected=false ${c === 'Blue' ? 'aria-disabled=true' : ''}>${c}</li>`).join('')}</ul>
    <ul role=listbox aria-label=Tags aria-multiselectable=true>${['a', 'b', 'c'].map((c) => `<li role=option aria-selected=false>${c}</li>`).join('')}</ul>
    <div role=radiogroup aria-label=Speed><div role=radio aria-checked=true tabindex=0>Slow</div><div role=radio aria-checked=false tabindex=-1>Fast</div></div>
    <script>document.querySelectorAll('[role=option]').forEach((o) => o.onclick = () => { const multi = o.parentElement.ariaMultiSelectable === 'true';
      if (!multi) o.parentElement.querySelectorAll('[role=option]').forEach((x) => x.ariaSelected = 'false'); o.ariaSelected = multi ? String(o.ariaSelected !== 'true') : 'true' });
    document.querySelectorAll('[role=radio]').forEach((o) => o.onclick = () => { o.parentElement.querySelectorAll('[role=radio]').forEach((x) => x.ariaChecked = String(x === o)) })</script>`);
  expect((await performOnElement(surface, 'Colour', set('green'))).status).toBe('done');
  expect((await findByName(surface, 'Green')).states.selected).toBe(true);
  expect((await performOnElement(surface, 'Colour', set('Green'))).status).toBe('already');
  expect(await performOnElement(surface, 'Colour', set('Blue'))).toMatchObject({
    status: 'failed',
    reason: 'disabled',
  });
  expect(await performOnElement(surface, 'Colour', set('Pink'))).toMatchObject({
    status: 'failed',
    reason: 'no-option',
    detail: expect.stringContaining('Red, Green, Blue'),
  });
  expect((await performOnElement(surface, 'Tags', set('a, c'))).status).toBe('done');
  expect([
    (await findByName(surface, 'a')).states.selected,
    (await findByName(surface, 'b')).states.selected,
  ]).toEqual([true, false]);
  expect((await performOnElement(surface, 'Speed', set('Fast'))).status).toBe('done');
  expect((await findByName(surface, 'Fast')).states.checked).toBe(true);
});

/** APG select-only combo box: opens on click and ArrowDown, closes on Escape and choice. */
const SELECT_ONLY_COMBO_BOX = `<div id=cb role=combobox aria-label=Fruit aria-haspopup=listbox aria-controls=lb aria-expanded=false tabindex=0>Apple</div>
  <ul id=lb role=listbox hidden style="max-height:90px;overflow:auto">${['Apple', 'Banana', 'Cherry', 'Date', 'Elder', 'Fig', 'Grape'].map((f) => `<li role=option aria-selected=${f === 'Apple'} style="height:30px">${f}</li>`).join('')}</ul>
  <script>const open = (on) => { lb.hidden = !on; cb.ariaExpanded = String(on) };
    cb.onclick = () => open(lb.hidden); cb.onkeydown = (e) => { if (e.key === 'Escape') open(false) };
    lb.onclick = (e) => { if (e.target.role !== 'option') return; for (const o of lb.children) o.ariaSelected = String(o === e.target); cb.textContent = e.target.textContent; open(false) }</script>`;

test('choosing from a select-only combo box opens it and verifies the choice', async ({ surface, show }) => {
  await show(SELECT_ONLY_COMBO_BOX);
  expect((await performOnElement(surface, 'Fruit', set('Grape'))).status).toBe('done');
  expect((await findByName(surface, 'Fruit')).text).toBe('Grape');
  expect((await performOnElement(surface, 'Fruit', set('grape'))).status).toBe('already');
  const outcome = await performOnElement(surface, 'Fruit', set('Kiwi'));
  expect(outcome).toMatchObject({ status: 'failed', reason: 'no-option' });
  expect(getDetail(outcome)).toContain('Banana');
  // If the option does not exist, the list is closed and the value stays.
  expect(await findByName(surface, 'Fruit')).toMatchObject({ text: 'Grape', states: { expanded: false } });
});

/** APG editable combo box with list autocomplete. Suggestions appear after a delay, as if they came from a server. */
const EDITABLE_COMBO_BOX = `<label for=in>State</label><input id=in role=combobox aria-autocomplete=list aria-expanded=false aria-controls=sl autocomplete=off>
  <ul id=sl role=listbox style="display:none"></ul><p id=chosen></p><script>
  const all = ['Alabama', 'Alaska', 'Arizona', 'Texas', 'Tennessee']; let timer;
  const draw = (q) => { sl.innerHTML = all.filter((s) => q && s.toLowerCase().startsWith(q.toLowerCase())).map((s) => '<li role=option>' + s + '</li>').join('');
    sl.style.display = sl.children.length ? 'block' : 'none'; document.getElementById('in').ariaExpanded = String(sl.children.length > 0) };
  const f = document.getElementById('in');
  f.addEventListener('keyup', (e) => { if (e.key === 'Escape') return draw(''); clearTimeout(timer); timer = setTimeout(() => draw(f.value), 200) });
  sl.addEventListener('mousedown', (e) => e.preventDefault());
  sl.onclick = (e) => { f.value = e.target.textContent; chosen.textContent = 'chosen ' + f.value; draw('') }</script>`;

test('an editable combo box is set by typing and choosing an option; if no option matches, its old text is restored', async ({
  surface,
  show,
}) => {
  await show(EDITABLE_COMBO_BOX);
  expect((await performOnElement(surface, 'State', set('Alaska'))).status).toBe('done');
  expect(await readPageText(surface)).toContain('chosen Alaska');
  expect(await performOnElement(surface, 'State', set('Ontario'))).toMatchObject({
    status: 'failed',
    reason: 'no-option',
  });
  expect((await findByName(surface, 'State')).value).toBe('Alaska');
  // The `textInput` action shows suggestions but does not choose one.
  expect(listEffectTypes(await performOnElement(surface, 'State', type('Te')))).toContain('value');
  await expect.poll(() => readPageText(surface)).toContain('Texas Tennessee');
});

test('choosing fails if the combo box does not show the clicked option', async ({ surface, show }) => {
  await show(
    SELECT_ONLY_COMBO_BOX.replace('cb.textContent = e.target.textContent; ', '').replace(
      'o.ariaSelected = String(o === e.target)',
      '0',
    ),
  );
  expect(await performOnElement(surface, 'Fruit', set('Fig'))).toMatchObject({
    status: 'failed',
    reason: 'no-option',
    detail: expect.stringContaining('shows “Apple”'),
  });
});

test('a virtual list is scrolled until the option appears or the list ends', async ({ surface, show }) => {
  await show(`${LOG}<button id=b aria-haspopup=listbox aria-expanded=false>Pick</button>
    <div id=l role=listbox aria-label=Numbers style="display:none;height:200px;overflow:auto;position:relative"><div id=pad></div></div><script>
    const N = 500, H = 25; pad.style.height = N * H + 'px';
    const draw = () => { const from = Math.max(0, Math.floor(l.scrollTop / H) - 2); l.querySelectorAll('[role=option]').forEach((o) => o.remove());
      for (let i = from; i < Math.min(N, from + 13); i++) { const o = document.createElement('div'); o.role = 'option'; o.textContent = 'Number ' + i; o.style.cssText = 'position:absolute;height:25px;left:0;right:0;top:' + i * H + 'px';
        o.onclick = () => { b.textContent = 'Number ' + i; say('taken ' + i); l.fresh = false; l.style.display = 'none'; b.ariaExpanded = 'false' }; l.append(o) } };
    l.onscroll = draw; l.onmouseover = (e) => { if (!l.fresh) { l.fresh = true; draw() } }; b.onclick = () => { l.style.display = 'block'; b.ariaExpanded = 'true'; draw() };
    b.onkeydown = (e) => { if (e.key === 'Escape') { l.style.display = 'none'; b.ariaExpanded = 'false' } }</script>`);
  expect((await performOnElement(surface, 'Pick', set('Number 321'))).status).toBe('done');
  expect((await findByName(surface, 'b')).name).toBe('Number 321');
  // The list was re-rendered under the pointer, but the option was clicked only once.
  expect((await readPageText(surface)).match(/taken/g)).toHaveLength(1);
  expect(await performOnElement(surface, 'b', set('Number 501'))).toMatchObject({
    status: 'failed',
    reason: 'no-option',
  });
});

test('an option is chosen in a menu button’s menu, even if no attribute links the button to the menu', async ({
  surface,
  show,
}) => {
  await show(`${LOG}<button id=m aria-haspopup=true aria-expanded=false>Sort</button><script>
    m.onclick = () => { if (document.getElementById('menu')) return; m.ariaExpanded = 'true'; const d = document.createElement('div'); d.id = 'menu'; d.role = 'menu'; d.style.cssText = 'position:absolute;top:200px;left:200px';
      d.innerHTML = ['Newest', 'Price'].map((t) => '<div role=menuitemradio aria-checked=false tabindex=-1>' + t + '</div>').join('');
      d.onclick = (e) => { say('sorted by ' + e.target.textContent); d.remove(); m.ariaExpanded = 'false' }; document.body.append(d) }</script>`);
  expect((await performOnElement(surface, 'Sort', set('Price'))).status).toBe('done');
  expect(await readPageText(surface)).toContain('sorted by Price');
  expect(await performOnElement(surface, 'Sort', set('Colour'))).toMatchObject({
    status: 'failed',
    reason: 'no-option',
    detail: expect.stringContaining('Newest, Price'),
  });
});

test('a combo box for times accepts other time formats, and its popup list needs no ARIA roles', async ({
  surface,
  show,
}) => {
  await show(`<div role=combobox tabindex=0 aria-label=At aria-expanded=false id=t>–</div><script>
    t.onclick = () => { const d = document.createElement('ul'); d.innerHTML = '<li>2:00 PM</li><li>2:30 PM</li>'; d.onclick = (e) => { t.textContent = e.target.textContent; d.remove(); t.ariaExpanded = 'false' }; t.ariaExpanded = 'true'; document.body.append(d) }</script>`);
  expect((await performOnElement(surface, 'At', set('14:30'))).status).toBe('done');
  expect((await findByName(surface, 'At')).text).toBe('2:30 PM');
});

test('custom sliders and spin buttons are moved with keys to the nearest step', async ({ surface, show }) => {
  await show(`${[
    ['Volume', 'slider', 0, 100, 5],
    ['Guests', 'spinbutton', 1, 9, 1],
    ['Dead', 'slider', 0, 10, 0],
  ]
    .map(
      ([name, role, min, max, step]) =>
        `<div role=${role} tabindex=0 aria-label=${name} aria-valuemin=${min} aria-valuemax=${max} aria-valuenow=${min} data-step=${step}>-</div>`,
    )
    .join('')}
    <div role=slider tabindex=0 aria-label=Heat aria-valuemin=0 aria-valuemax=2 aria-valuenow=0 aria-valuetext=Low data-step=1 data-texts=Low,Medium,High>-</div><script>
    document.querySelectorAll('[data-step]').forEach((s) => s.onkeydown = (e) => { const d = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[e.key]; const g = (n) => Number(s.getAttribute('aria-value' + n));
      if (e.key === 'Home') s.setAttribute('aria-valuenow', g('min')); if (d) s.setAttribute('aria-valuenow', Math.min(g('max'), Math.max(g('min'), g('now') + d * s.dataset.step)));
      if (s.dataset.texts) s.setAttribute('aria-valuetext', s.dataset.texts.split(',')[g('now')]) })</script>`);
  expect(await performOnElement(surface, 'Volume', set('65'))).toMatchObject({
    effects: expect.arrayContaining([{ type: 'value', from: '0', to: '65' }]),
  });
  expect(await performOnElement(surface, 'Volume', set('42'))).toMatchObject({
    effects: expect.arrayContaining([{ type: 'value', from: '65', to: '40' }]),
  });
  expect(await performOnElement(surface, 'Guests', set('4'))).toMatchObject({
    effects: expect.arrayContaining([{ type: 'value', from: '1', to: '4' }]),
  });
  expect(await performOnElement(surface, 'Guests', set('12'))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
  expect(await performOnElement(surface, 'Dead', set('5'))).toMatchObject({
    status: 'failed',
    reason: 'timeout',
  });
  expect((await performOnElement(surface, 'Heat', set('High'))).status).toBe('done');
  expect(await performOnElement(surface, 'Heat', set('Boiling'))).toMatchObject({
    status: 'failed',
    reason: 'no-option',
    detail: expect.stringContaining('Low, Medium, High'),
  });
  expect((await findByName(surface, 'Heat')).value).toBe('High');
});

test('setting a field to the label of a datalist option enters that option’s value; other text is entered unchanged', async ({
  surface,
  show,
}) => {
  await show(
    `<input list=d aria-label=Airport><datalist id=d><option value=OSL label="Oslo Gardermoen"><option value=BGO label=Bergen></datalist>`,
  );
  expect((await performOnElement(surface, 'Airport', set('Bergen'))).status).toBe('done');
  expect((await findByName(surface, 'Airport')).value).toBe('BGO');
  expect((await performOnElement(surface, 'Airport', set('elsewhere'))).status).toBe('done');
  expect((await findByName(surface, 'Airport')).value).toBe('elsewhere');
});

test('choosing, typing, copying and pasting work in a cross-origin frame', async ({ surface }) => {
  const innerServer = await startServer(
    createPageListener({
      '/': `${SELECT_ONLY_COMBO_BOX}<input aria-label=Name><textarea aria-label=Copy></textarea>`,
    }),
  );
  const outerServer = await startServer(
    createPageListener({
      '/': `<h1>Out</h1><iframe src="${innerServer.url.replace('127.0.0.1', 'localhost')}/" width=600 height=500></iframe>`,
    }),
  );
  try {
    await surface.open(`${outerServer.url}/`, signal);
    expect((await performOnElement(surface, 'Fruit', set('Fig'))).status).toBe('done');
    expect((await findByName(surface, 'Fruit')).text).toBe('Fig');
    expect(listEffectTypes(await performOnElement(surface, 'Name', type('Ada')))).toContain('value');
    await performOnElement(surface, 'Name', copy);
    expect(listEffectTypes(await performOnElement(surface, 'Copy', paste))).toContain('value');
    await performOnElement(surface, 'Copy', press('Control+A'));
    expect((await surface.perform({ intent: 'press', key: 'Control+X' }, signal)).outcome).toMatchObject({
      effects: expect.arrayContaining([{ type: 'clipboard', text: 'Ada' }]),
    });
    expect((await findByName(surface, 'Copy')).value).toBe('');
  } finally {
    await innerServer.close();
    await outerServer.close();
  }
});
