import { expect, test } from '../../support/browser.js';
import { performOnElement, getDetail, findByName, readPageText, set } from './perform.js';

interface CalendarOptions {
  lang?: string;
  /** Markup of the field. `#open` opens the calendar; without `#open`, the field itself does. */
  field: string;
  /** How users change the month: named buttons, arrows next to the heading, or select elements. */
  monthControls?: 'names' | 'arrows' | 'lists';
  /** JavaScript expression for the field's text after day `d` was chosen. */
  fieldText?: string;
  confirm?: boolean;
  script?: string;
}

/** HTML of a typical calendar: a dialog with a grid that includes days of adjacent months. */
function createCalendar({
  lang = 'en',
  field,
  monthControls = 'names',
  fieldText,
  confirm,
  script = '',
}: CalendarOptions): string {
  return `<html lang=${lang}><body>${field}<p id=log></p><script>
    const f = document.getElementById('f'); let y = 2026, m = 1, box, picked;
    const write = (d) => { const t = ${fieldText ?? "new Intl.DateTimeFormat('" + lang + "', { dateStyle: 'long', timeZone: 'UTC' }).format(d)"}; if ('value' in f && f.localName === 'input') f.value = t; else f.textContent = t };
    const close = () => { box?.remove(); box = null; f.ariaExpanded &&= 'false' };
    const draw = () => { if (!box) { box = document.createElement('div'); box.role = 'dialog'; box.ariaLabel = 'Cal'; document.body.append(box) }
      const title = new Intl.DateTimeFormat('${lang}', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.UTC(y, m, 1));
      const turns = { names: '<button data-t=-12>Previous year</button><button data-t=-1>Previous month</button><h2 aria-live=polite>' + title + '</h2><button data-t=1>Next month</button><button data-t=12>Next year</button>',
        arrows: '<div style="display:flex;gap:20px;align-items:center"><button data-t=-1><svg width=10 height=10></svg></button><span>' + title + '</span><button data-t=1><svg width=10 height=10></svg></button></div>',
        lists: '<select id=ms>' + [...Array(12).keys()].map((i) => '<option value=' + i + (i === m ? ' selected' : '') + '>' + new Intl.DateTimeFormat('${lang}', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, i, 1))).join('') + '</select><select id=ys>' + [2024, 2025, 2026, 2027, 2028].map((i) => '<option' + (i === y ? ' selected' : '') + '>' + i).join('') + '</select>' }['${monthControls}'];
      const first = new Date(Date.UTC(y, m, 1)); const start = new Date(first); start.setUTCDate(1 - (first.getUTCDay() + 6) % 7);
      let rows = ''; for (let w = 0; w < 6; w++) { rows += '<tr>'; for (let d = 0; d < 7; d++) { const at = new Date(start); at.setUTCDate(start.getUTCDate() + w * 7 + d);
        const off = at < Date.UTC(2026, 0, 10) ? ' aria-disabled=true' : ''; rows += '<td role=gridcell' + off + ' data-at=' + +at + '>' + at.getUTCDate() + '</td>' } rows += '</tr>' }
      box.innerHTML = turns + '<table role=grid><tr><th>M<th>T<th>W<th>T<th>F<th>S<th>S</tr>' + rows + '</table>${confirm ? '<button id=ok>Apply</button>' : ''}';
      box.onclick = (e) => { const t = e.target.closest('[data-t]'); if (t) { const to = y * 12 + m + Number(t.dataset.t); y = Math.floor(to / 12); m = to % 12; log.append('turn '); return setTimeout(draw, 120) }
        if (e.target.id === 'ok') { write(picked); return close() }
        const c = e.target.closest('td'); if (!c || c.ariaDisabled) return; picked = new Date(Number(c.dataset.at)); if (${!confirm}) { write(picked); close() } };
      box.onchange = () => { y = Number(ys.value); m = Number(ms.value); draw() } };
    const opener = document.getElementById('open') ?? f; opener.addEventListener('click', () => { draw(); f.ariaExpanded &&= 'true' });
    addEventListener('keydown', (e) => { if (e.key === 'Escape') close() }); ${script}</script>`;
}

const READONLY_FIELD = '<input id=f readonly aria-label=When aria-haspopup=dialog>';

test('a day is chosen in a calendar with buttons for months and years', async ({ surface, show }) => {
  await show(
    createCalendar({
      field: '<button id=f aria-haspopup=dialog aria-label="" aria-expanded=false>Choose date</button>',
    }),
  );
  const outcome = await performOnElement(surface, 'Choose date', set('2027-04-01'));
  expect(getDetail(outcome)).toBe('done');
  // The day is a year and two months away: one click changes the year, two more change the month.
  expect((await readPageText(surface)).match(/turn/g)).toHaveLength(3);
  expect((await findByName(surface, 'f')).text).toBe('April 1, 2027');
  expect((await performOnElement(surface, 'f', set('2027-04-01'))).status).toBe('already');
});

test('unnamed arrow buttons are distinguished by their position', async ({ surface, show }) => {
  await show(createCalendar({ field: READONLY_FIELD, monthControls: 'arrows' }));
  expect((await performOnElement(surface, 'When', set('2026-05-31'))).status).toBe('done');
  expect((await findByName(surface, 'When')).value).toBe('May 31, 2026');
  expect((await performOnElement(surface, 'When', set('2026-01-30'))).status).toBe('done');
  expect((await findByName(surface, 'When')).value).toBe('January 30, 2026');
});

for (const lang of ['fr', 'ru', 'ja'])
  test(`months are read in the page’s language: ${lang}`, async ({ surface, show }) => {
    await show(createCalendar({ lang, field: READONLY_FIELD, monthControls: 'arrows' }));
    expect((await performOnElement(surface, 'When', set('2026-04-09'))).status).toBe('done');
    expect((await findByName(surface, 'When')).value).toContain('9');
  });

test('a calendar with select elements for month and year is set', async ({ surface, show }) => {
  await show(createCalendar({ field: READONLY_FIELD, monthControls: 'lists' }));
  expect((await performOnElement(surface, 'When', set('2028-11-05'))).status).toBe('done');
  expect((await findByName(surface, 'When')).value).toBe('November 5, 2028');
});

test('the calendar’s confirm button is clicked', async ({ surface, show }) => {
  await show(createCalendar({ field: READONLY_FIELD, confirm: true }));
  expect((await performOnElement(surface, 'When', set('2026-03-05'))).status).toBe('done');
  expect((await findByName(surface, 'When')).value).toBe('March 5, 2026');
});

test('a date is typed into a text field in the field’s format without opening the calendar', async ({
  surface,
  show,
}) => {
  await show(
    createCalendar({
      field:
        '<input id=f aria-label=When placeholder=DD/MM/YYYY><button id=open aria-label="Open calendar">📅</button>',
    }),
  );
  expect((await performOnElement(surface, 'When', set('2026-03-05'))).status).toBe('done');
  expect((await findByName(surface, 'When')).value).toBe('05/03/2026');
  expect(await readPageText(surface)).not.toContain('turn');
});

test('if a field discards typed text, the calendar is opened with the adjacent button, and the day is chosen there', async ({
  surface,
  show,
}) => {
  await show(
    createCalendar({
      field:
        '<div><input id=f aria-label=When placeholder=DD/MM/YYYY><button type=button id=open aria-haspopup=dialog>📅</button></div>',
      script: `let kept = ''; f.addEventListener('input', () => { f.value = kept })`,
    }),
  );
  expect((await performOnElement(surface, 'When', set('2026-03-05'))).status).toBe('done');
  expect((await findByName(surface, 'When')).value).toBe('March 5, 2026');
});

test('choosing a day fails if the day is disabled or the field then shows a different value', async ({
  surface,
  show,
}) => {
  await show(createCalendar({ field: READONLY_FIELD }));
  expect(await performOnElement(surface, 'When', set('2026-01-05'))).toMatchObject({
    status: 'failed',
    reason: 'no-option',
    detail: expect.stringMatching(/2026-01-05 is disabled/),
  });
  await show(createCalendar({ field: READONLY_FIELD, fieldText: "'soon'" }));
  const outcome = await performOnElement(surface, 'When', set('2026-02-10'));
  expect(outcome.status).toBe('failed');
  expect(getDetail(outcome)).toContain('shows “soon”');
});

test('a date field with separate day, month and year parts is set', async ({ surface, show }) => {
  await show(`<div role=group aria-label="Date of birth" tabindex=-1>${[
    ['month', 12],
    ['day', 31],
    ['year', 9999],
  ]
    .map(
      ([name, max]) =>
        `<span role=spinbutton tabindex=0 aria-label=${name} aria-valuemin=1 aria-valuemax=${max} style="display:inline-block;min-width:40px">--</span>`,
    )
    .join('/')}</div><script>
    document.querySelectorAll('[role=spinbutton]').forEach((s) => { let typed = ''; s.onfocus = () => { typed = '' };
      s.onkeydown = (e) => { if (!/^\\d$/.test(e.key)) return; typed += e.key; s.textContent = typed; s.setAttribute('aria-valuenow', Number(typed)); s.setAttribute('aria-valuetext', typed) } })</script>`);
  expect((await performOnElement(surface, 'Date of birth', set('1990-03-05'))).status).toBe('done');
  expect(await readPageText(surface)).toBe('03/05/1990');
});

test('typing a date fails if the field changes it, and the message contains the field’s value', async ({
  surface,
  show,
}) => {
  await show(`<input aria-label=When placeholder=MM/DD/YYYY onblur="this.value = '01/01/2000'">`);
  expect(await performOnElement(surface, 'When', set('2026-03-05'))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
    detail: expect.stringContaining('01/01/2000'),
  });
});

test('a table of numbers is not a calendar, and a search button next to a text field is not pressed', async ({
  surface,
  show,
}) => {
  await show(`<div><input aria-label=Query><button type=button onclick="document.body.append('searched')">Search</button></div>
    <table>${Array.from({ length: 12 }, (_, i) => `<tr>${Array.from({ length: 8 }, (_, j) => `<td>${(i * j) % 31}</td>`).join('')}</tr>`).join('')}</table>`);
  expect((await performOnElement(surface, 'Query', set('2026-03-05'))).status).toBe('done');
  expect((await findByName(surface, 'Query')).value).toBe('2026-03-05');
  expect(await readPageText(surface)).not.toContain('searched');
});
