/** Opening search results by their position. */
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

/** A library's search page: facets, titles, authors, and the same two links beside each result. */
const createCatalogue = (titles: readonly string[]): string => `<title>Search results</title>
  <body onclick="document.title = event.target.hash || document.title"><div id="search-facets"><h4>Refine your search</h4><ul>${[
    'Book',
    'DVD',
    'eAudiobook',
    'English',
    'Riverside',
  ]
    .map((facet) => `<li><a href="#${facet}">${facet}</a> (2)</li>`)
    .join('')}</ul></div>
  <p>${titles.length ? `Your search returned ${titles.length} results.` : 'No results found!'}</p>
  <table><tbody>${titles
    .map(
      (title, i) =>
        `<tr><td>${i + 1}.</td><td><a class="title" href="#item${i + 1}">${title}</a> <p>by <a href="#author${i + 1}">A. Author</a></p>
        <span><a href="#hold${i + 1}">Place hold</a></span> <span><a href="#cart${i + 1}">Add to cart</a></span></td></tr>`,
    )
    .join('')}</tbody></table>`;

test('neither filters nor the same links beside each entry count as results', async ({ surface, show }) => {
  for (const [line, hash] of [
    ['open the first result', '#item1'],
    ['open the third result', '#item3'],
    ['open the second one', '#item2'],
    ['open the last one', '#item3'],
  ] as const) {
    await show(createCatalogue(['Emma', 'The secret garden', 'Middlemarch']));
    const { say } = startConversation(surface);
    await say(line);
    expect.soft(await surface.probe.title(), line).toBe(hash);
  }
});

test('if the page says that there are no results, no first result is opened', async ({ surface, show }) => {
  await show(createCatalogue([]));
  const { say, actions } = startConversation(surface);
  const response = await say('open the first result');
  expect(response.kind).toBe('unfinished');
  expect(actions).toEqual([]);
});
