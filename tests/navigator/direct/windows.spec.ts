/** Windows over the page, icons without words, places to search in and to drop on: the joints, on made-up looks. */
import { expect, test } from '@playwright/test';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { mask, unmask } from '../../../src/navigator/direct/language/clauses.js';
import { searchPlace } from '../../../src/navigator/direct/run/search-place.js';
import { iconOf } from '../../../src/navigator/direct/ground/icons.js';
import { viewOf } from '../../../src/navigator/direct/ground/view.js';
import { changed, look, nothing, Talk, type Sketch } from './page.js';

const inWindow = (over: string): Partial<Sketch> => ({ overlay: over, landmark: 'dialog' });
const icon = (classes: string): Partial<Sketch> => ({ text: '', attributes: { class: classes } });

test.describe('a window over the page', () => {
  const tour = [
    { role: 'button', name: 'Publish', behindModal: true as const },
    { role: 'heading', name: 'Product tour', ...inWindow('Product tour') },
    { role: 'button', name: 'Start', ...inWindow('Product tour') },
    { role: 'button', name: '', ...icon('fa fa-times'), ...inWindow('Product tour') },
  ];

  /** The window goes when its cross is pressed; until then it takes the clicks. */
  const covered = (page: Sketch[]): Talk =>
    new Talk(createDirectNavigator(), look(page), (act, name, talk) => {
      const under = 'uid' in act && talk.page.candidates.find((c) => c.uid === act.uid)?.behindModal;
      if (under)
        return { status: 'failed', reason: 'covered', detail: `the button “${name}” is covered by div` };
      if (name === '') talk.page = look([{ role: 'button', name: 'Publish' }]);
      return changed;
    });

  test('a tour is closed by its cross when it is said, and unasked when it is in the way', async () => {
    const said = await covered(tour).say('close the welcome dialog');
    expect(said.text).toBe('Closed the “Product tour” window with the button with the icon “times”.');
    const past = await covered(tour).say('click Publish');
    expect(past.text).toBe('Closed what was in the way and clicked “Publish”.');
  });

  test('a field under a tour is written to when the tour is closed, not before', async () => {
    const field = { role: 'textbox', name: 'Title', behindModal: true as const };
    const t = covered([field, ...tour]);
    await t.say('type Lamp into the title field');
    expect(t.done[0]).toBe('click');
  });

  test('any other is left alone, and named with what it offers', async () => {
    const form = [
      { role: 'button', name: 'Publish', behindModal: true as const },
      { role: 'textbox', name: 'Title', ...inWindow('Rename') },
      { role: 'button', name: 'Save', ...inWindow('Rename') },
      { role: 'button', name: 'Cancel', ...inWindow('Rename') },
    ];
    const t = covered(form);
    expect(await t.say('click Publish')).toEqual({
      kind: 'unfinished',
      text: 'The button “Publish” is covered by the “Rename” window. Close it first? There is “Cancel”.',
    });
    expect(t.done).toEqual(['click Publish']);
  });

  test('Escape that leaves it open is no success', async () => {
    const page = [{ role: 'button', name: 'Yes, do', ...inWindow('Terms') }];
    const t = new Talk(createDirectNavigator(), look(page), () => changed);
    const said = await t.say('close the dialog');
    expect(said).toMatchObject({ kind: 'unfinished' });
    expect(said.text).toContain('still open');
  });

  test('of two that are called alike the one in the window is meant', async () => {
    const page = [
      { role: 'button', name: 'Apply', behindModal: true as const },
      { role: 'button', name: 'Apply', ...inWindow('Filter') },
    ];
    const pressed: string[] = [];
    const t = new Talk(createDirectNavigator(), look(page), (act) => {
      if ('uid' in act) pressed.push(act.uid!);
      return changed;
    });
    await t.say('click Apply');
    expect(pressed).toEqual(['u1']);
  });
});

test.describe('icons', () => {
  const ICONS: [classes: string, shows: string][] = [
    ['fa fa-caret-down', 'caret down'],
    ['fas fa-trash-alt fa-lg', 'trash'],
    ['bi bi-three-dots-vertical', 'three dots vertical'],
    ['icon-close', 'close'],
    ['glyphicon glyphicon-floppy', 'floppy'],
    ['toolbar-button', ''],
    ['icon icon-lg', ''],
  ];
  test('say by their classes what they show', () => {
    const { candidates } = look(ICONS.map(([classes]) => ({ role: 'button', name: '', ...icon(classes) })));
    expect(candidates.map(iconOf)).toEqual(ICONS.map(([, shows]) => shows));
  });

  test('are a guess that is told as one, and come after what is called so', async () => {
    const bars = { role: 'button', name: '', ...icon('fa fa-bars') };
    const t = new Talk(createDirectNavigator(), look([bars]));
    expect((await t.say('open the main menu')).text).toContain('the button with the icon “bars”');
    const named = new Talk(createDirectNavigator(), look([bars, { role: 'button', name: 'Main menu' }]));
    await named.say('click the main menu');
    expect(named.done).toEqual(['click Main menu']);
  });
});

test('the end of a search says where, if the page has such a part', () => {
  const box = { x: 0, y: 0, width: 300, height: 300 };
  const view = viewOf(
    look([
      { role: 'complementary', name: 'Goods', attributes: { id: 'shop-catalogue' }, box },
      { role: 'searchbox', name: 'Filter', parent: 'Goods' },
      { role: 'searchbox', name: 'Search all' },
      { role: 'tab', name: 'Archive' },
    ]),
  );
  expect(searchPlace('lamps in the catalogue', view)).toMatchObject({
    query: 'lamps',
    field: { name: 'Filter' },
  });
  expect(searchPlace('letters in the archive tab', view)).toMatchObject({
    query: 'letters',
    opener: { name: 'Archive' },
  });
  expect(searchPlace('hotels in the mountains', view)).toBeNull();
});

test('things are dropped on a drawing without a name, and beside what stands there', async () => {
  const box = { x: 200, y: 100, width: 900, height: 600 };
  const surface = { role: 'img', name: '', tag: 'svg', box };
  const palette = [
    { role: 'generic', name: 'pump', interactive: true },
    { role: 'generic', name: 'valve', interactive: true },
  ];
  const shape = {
    role: 'generic',
    name: 'P1',
    tag: 'g',
    interactive: true,
    box: { x: 600, y: 380, width: 100, height: 40 },
  };
  const t = new Talk(createDirectNavigator(), look([...palette, surface]), (act, _, talk) => {
    if (act.intent !== 'drag') return nothing;
    talk.page = look([...palette, surface, shape]);
    talk.page.candidates[3]!.parent = 'u2';
    return changed;
  });
  expect((await t.say('drag the pump onto the canvas')).text).toBe('Dragged “pump” to the canvas.');
  await t.say('drag the valve next to it');
  expect(t.done.at(-1)).toBe('drag valve by 730,345');
});

test('data in a line is a value as it stands', () => {
  const { text, quotes } = mask('paste [{"id":"a]","x":1}] into the field called "notes" and click OK');
  expect(text.length).toBeLessThan(50);
  expect(unmask(text, quotes)).toBe('paste [{"id":"a]","x":1}] into the field called notes and click OK');
});
