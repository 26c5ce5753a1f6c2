/** Lines for a table with forms: rows are edited, added and deleted. */
import { expect, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import { startConversation } from './browser-conversation.js';

const APP = `<h1>Boats</h1><input placeholder="boat type..." id=boat-search><main id=main></main><script>
  const boats = [{ id: 1, name: 'Heron', berth: 'A4', length: 7 }, { id: 2, name: 'Blue Tern', berth: 'C1', length: 12 }];
  const keys = ['name', 'berth', 'length'];
  const field = (key, b) => '<p><label>' + key + ' <input name=' + key + ' value="' + (b ? b[key] : '') + '"></label></p>';
  function route() {
    const [, what, id] = location.hash.slice(1).split('/');
    const b = boats.find((o) => o.id === Number(id));
    main.innerHTML = what === 'edit' || what === 'new'
      ? '<h2>' + (b ? 'Update boat' : 'Insert boat') + '</h2><form>' + keys.map((k) => field(k, b)).join('') +
        '<button>' + (b ? 'Update' : 'Insert') + '</button></form>'
      : what === 'delete'
      ? '<h2>Delete ' + b.name + '?</h2><form><button>Delete</button> <a href="#/">Cancel</a></form>'
      : '<a href="#/new">Insert</a> <table><thead><tr><th>id<th>name<th>berth<th>length<th></thead><tbody>' +
        boats.map((o) => '<tr><td>' + [o.id, ...keys.map((k) => o[k])].join('<td>') + '<td><a href="#/edit/' + o.id +
          '">Edit</a> <a href="#/delete/' + o.id + '">Delete</a>').join('') + '</table>';
    const form = main.querySelector('form');
    if (form) form.onsubmit = (e) => {
      e.preventDefault();
      const data = Object.fromEntries(new FormData(form));
      if (what === 'delete') boats.splice(boats.indexOf(b), 1);
      else if (b) Object.assign(b, data);
      else boats.push({ id: 9, ...data });
      location.hash = '#/';
    };
  }
  onhashchange = route; route();
</script>`;

test('rows are read, edited, added and deleted; a column is not added without a control for it', async ({
  surface,
}) => {
  const server = await startServer(createPageListener({ '/': APP }));
  await surface.open(server.url, signal);
  const { say } = startConversation(surface);
  const readPageText = (): Promise<string> => surface.probe.text();
  expect((await say('what is the berth of Blue Tern?')).text).toMatch(/Blue Tern.*C1/u);
  expect((await say('what is the berth?')).text).toMatch(/2 rows with a “berth”/u);
  await say('edit the second row');
  expect((await say('what is the length?')).text).toMatch(/length.*12/u);
  await say('change the berth to D7 and save');
  expect(await readPageText()).toContain('2 Blue Tern D7 12');
  await say('insert a boat with the name Sule, berth B2 and length 9');
  expect(await readPageText()).toContain('9 Sule B2 9');
  expect((await say('insert a new boat')).text).toBe('What should I enter in the “name” field for the boat?');
  await say('go back');
  await say('delete the boat Heron');
  expect(await readPageText()).not.toContain('Heron');
  expect((await say('add a column called owner')).kind).toBe('unfinished');
  await server.close();
});

test('after an answer about one row, “it” means this row', async ({ surface, show }) => {
  await show(
    `<h1>Boats</h1><table><tr><th>name<th>length<th></tr>${[
      ['Heron', 7],
      ['Blue Tern', 12],
      ['Grebe', 5],
    ]
      .map(
        ([name, length]) =>
          `<tr><td><a href="#${name}">${name}</a><td>${length}<td><button onclick="said.textContent = 'Archived ${name}'">Archive</button></tr>`,
      )
      .join('')}</table><p id=said></p>`,
  );
  const { say } = startConversation(surface);
  await say('Which boat is the longest?');
  expect((await say('Archive it')).text).toContain('“Archive” in the row of “Blue Tern”');
  expect(await surface.probe.text()).toContain('Archived Blue Tern');
  await say('How long is Grebe?');
  await say('Archive it');
  expect(await surface.probe.text()).toContain('Archived Grebe');
  // When the second line is parsed, its own answer is not known yet, and "it" is no longer Grebe.
  await say('How long is Grebe?');
  await say('Which boat is the longest? Archive it.');
  expect(await surface.probe.text()).not.toContain('Archived Heron');
  await say('How long is Heron?');
  await say('Is there a boat called Blue Tern?');
  await say('Archive it');
  expect(await surface.probe.text()).toContain('Archived Blue Tern');
});
