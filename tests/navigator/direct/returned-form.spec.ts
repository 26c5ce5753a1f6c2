/** A form that the server rejects and shows again. */
import { expect, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import { startConversation } from './browser-conversation.js';

const NAV = '<nav><a href="/">Home</a> <a href="/users">Users</a></nav>';
/** A form that always reports the same error. Its slug is created by key events only. */
const FORM = `${NAV}<h1>Add user</h1><div role=alert>The user could not be saved because of errors.</div>
  <form action="/new"><label>Username <input name=u required data-action="keyup->slug"></label>
  <label>Password <input type=password name=p required></label>
  <label>Confirm password <input type=password name=q required></label><button>Save</button></form>
  <script>document.querySelector('[name=u]').addEventListener('keyup', (e) => { document.title = 'slug-' + e.target.value })</script>`;

test('a user is added on the users page, and a form that comes back with the same error is reported as failed', async ({
  surface,
}) => {
  const server = await startServer(
    createPageListener({
      '/': `${NAV}<main><a href="/report">3 users created this week</a></main>`,
      '/users': `${NAV}<h1>Users</h1><a href="/new">Add user</a>`,
      '/new': FORM,
    }),
  );
  try {
    await surface.open(server.url, signal);
    const { say, actions } = startConversation(surface);
    const response = await say('add a user with username ida and password Oak-9');
    expect(response).toMatchObject({ kind: 'unfinished' });
    expect(response.text).toContain('could not be saved');
    expect(actions.filter((action) => action.intent === 'textInput')).toHaveLength(3);
    // The fields are empty again, and the browser does not submit the form.
    expect(await say('click Save')).toMatchObject({ kind: 'ask' });
    await say('type bo into the username field');
    const { title } = await surface.observe({}, signal);
    expect(title).toBe('slug-bo');
  } finally {
    await server.close();
  }
});
