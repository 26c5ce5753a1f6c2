import type { ElementList } from '../../../src/contract/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import { toMiniwobList } from '../../../src/page/observers/miniwob-list.js';
import { expect, signal, test } from '../../support/browser.js';

async function listElements(surface: PageSurface): Promise<ElementList> {
  const { elementList } = await surface.observe({ elementList: 'miniwob' }, signal);
  return elementList!;
}

const splitLines = ({ text }: ElementList): string[] => text.split('\n');

const findUid = ({ lines }: ElementList, line: string): string =>
  lines.find(({ text }) => text === line)?.uid ?? `no uid: ${line}`;

/** Wraps a task in the parts of a MiniWoB++ page that agents do not see. */
const createTaskPage = (task: string): string => `<body style="margin:0"><div id=wrap>
  <div id=query>Choose <b>something</b></div><div id=area>${task}</div></div>
  <div id=reward-display><button>Reward</button></div><div id=sync-task-cover>START</div>
  <canvas id=click-canvas></canvas>`;

test('the list has one line per element, in page order, with its text, value or id', async ({
  surface,
  show,
}) => {
  await show(
    createTaskPage(`<h2>Title</h2><form id=form><input type=text id=name><input id=typed value=Ada><input type=checkbox id=a checked>
      <input type=checkbox id=b><input type=radio id=c><textarea id=t>first</textarea><select id=s><option>one</select>
      <input type=hidden value=x></form>
      <table><tr><td id=cell>46</td><td><span>47</span></td></tr></table>
      <div id=empty style="height:5px"></div><div id=flat></div><p style="display:none">hidden</p>
      <svg id=drawing width=60 height=60><circle id=dot cx=30 cy=30 r=10 /><text y=20>label</text></svg>`),
  );
  expect(splitLines(await listElements(surface))).toEqual([
    '<body id=1 val= />',
    '<div id=2 val=wrap />',
    '<div id=3 val=area />',
    '<h2 id=4 val=Title />',
    '<form id=5 val=form />',
    '<input_text id=6 val=name />',
    '<input_text id=7 val=Ada />',
    '<input_checkbox id=8 val=True />',
    '<input_checkbox id=9 val=b />',
    '<input_radio id=10 val=c />',
    '<textarea id=11 val=first />',
    '<select id=12 val=s />',
    // Rows and cells also have numbers.
    '<table id=13 val= />',
    '<tbody id=14 val= />',
    '<span id=18 val=47 />',
    '<div id=19 val=empty />',
    '<svg id=20 val=drawing />',
    '<circle id=21 val=dot />',
    '<text id=22 val=label />',
  ]);
});

test('text between elements gets one line per rendered line; an element with only text is a leaf', async ({
  surface,
  show,
}) => {
  await show(
    createTaskPage(`<div id=mixed style="width:100px;font:20px/1 monospace">One two three four <a href="#x">link</a> five</div>
      <div id=leaf style="width:100px;font:20px/1 monospace">one two three<br> four<i></i></div>`),
  );
  expect(splitLines(await listElements(surface)).slice(3)).toEqual([
    '<div id=4 val=mixed />',
    '<t id=-1 val=One two />',
    '<t id=-2 val=three />',
    '<t id=-3 val=four />',
    '<a id=5 val=link />',
    '<t id=-4 val=five />',
    '<div id=6 val=one two three four />',
  ]);
});

test('elements keep their numbers, and new elements get the next ones', async ({ surface, show }) => {
  await show(
    createTaskPage(`<ul id=list><li>a</li></ul><button id=b onclick="
      document.querySelector('#list').insertAdjacentHTML('afterbegin', '<li>new</li>')">Add</button>`),
  );
  const initialList = await listElements(surface);
  expect(splitLines(initialList).slice(3)).toEqual([
    '<ul id=4 val=list />',
    '<li id=5 val=a />',
    '<button id=6 val=Add />',
  ]);
  await surface.perform({ intent: 'click', uid: findUid(initialList, '<button id=6 val=Add />') }, signal);
  expect(splitLines(await listElements(surface)).slice(3)).toEqual([
    '<ul id=4 val=list />',
    '<li id=7 val=new />',
    '<li id=5 val=a />',
    '<button id=6 val=Add />',
  ]);
});

test('shapes, wrappers and text can be clicked by the uid of their line, and fields can be filled', async ({
  surface,
  show,
}) => {
  await show(
    createTaskPage(`<svg width=200 height=60><circle cx=30 cy=30 r=20 id=dot /><polygon points="60,10 100,10 80,50" id=tip /></svg>
      <p id=plain>Some words</p><div id=mixed><b id=bold>Bold</b> text beside it</div>
      <input id=field><script>const clicked = [];
      addEventListener('click', (event) => { clicked.push(event.target.id); document.title = clicked.join(' '); }, true)</script>`),
  );
  const list = await listElements(surface);
  for (const line of [
    '<circle id=5 val=dot />',
    '<polygon id=6 val=tip />',
    '<p id=7 val=Some words />',
    '<t id=-1 val=text beside it />',
  ]) {
    const { outcome } = await surface.perform({ intent: 'click', uid: findUid(list, line) }, signal);
    expect.soft(['done', 'no-effect'], line).toContain(outcome.status);
  }
  expect(await surface.probe.title()).toBe('dot tip plain mixed');
  const field = findUid(list, '<input_text id=10 val=field />');
  await surface.perform({ intent: 'textInput', uid: field, text: 'typed' }, signal);
  expect(splitLines(await listElements(surface))).toContain('<input_text id=10 val=typed />');
});

test('non-interactive shapes are candidates only if the list is requested', async ({ surface, show }) => {
  await show(createTaskPage('<svg width=60 height=60><circle id=dot cx=30 cy=30 r=20 /></svg>'));
  const plainObservation = await surface.observe({}, signal);
  expect(plainObservation.elementList).toBeUndefined();
  expect(plainObservation.candidates.map(({ tag }) => tag)).not.toContain('circle');
  const { candidates } = await surface.observe({ elementList: 'miniwob' }, signal);
  expect(candidates.map(({ tag }) => tag)).toContain('circle');
});

test('a password is listed as dots', async ({ surface, show }) => {
  await show(createTaskPage('<input type=password id=secret value=hunter2>'));
  const observation = await surface.observe({ elementList: 'miniwob' }, signal);
  expect(splitLines(observation.elementList!)).toContain('<input_password id=4 val=••••••• />');
  expect(JSON.stringify([observation.elementList, observation.candidates])).not.toContain('hunter2');
});

test('while a date picker is open, its days are listed as dates', () => {
  const listDates = (values: [tag: string, val: string][]): string[] => {
    const elements = values.map(([tag, val], i) => {
      const box = { x: 0, y: 0, width: 9, height: 9 };
      return { tag, val, id: i + 1, box, uids: [] };
    });
    return toMiniwobList(elements, []).lines.map(({ text }) => text);
  };
  const days: [string, string][] = [
    ['a', '5'],
    ['a', '31'],
    ['a', 'Prev'],
    ['span', '7'],
  ];
  const PICKER: [string, string] = ['div', 'ui-datepicker-div'];
  const plainLines = ['<a id=3 val=5 />', '<a id=4 val=31 />', '<a id=5 val=Prev />', '<span id=6 val=7 />'];
  const CASES: [string, string[], string[]][] = [
    [
      'open',
      listDates([PICKER, ['span', 'December 2016'], ...days]).slice(2),
      ['<a id=3 val=12/5/2016 />', '<a id=4 val=12/31/2016 />', plainLines[2]!, plainLines[3]!],
    ],
    ['closed', listDates([['div', 'other'], ['span', 'December 2016'], ...days]).slice(2), plainLines],
    ['no month', listDates([PICKER, ['span', '2016'], ...days]).slice(2), plainLines],
    ['no year', listDates([PICKER, ['span', 'Decembers May'], ...days]).slice(2), plainLines],
  ];
  for (const [name, actual, expected] of CASES) expect.soft(actual, name).toEqual(expected);
});
