/** Questions about listing tables with menus in their cells, about cards, and about collapsed sections. */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const MENU = '<ul class=menu><li><button aria-label="More" aria-expanded=false>…</button></li></ul>';
const RECIPES = `<title>Recipes</title><main><h1>Recipes</h1><table><thead><tr>
  <th><input type=checkbox aria-label="Select all"><th><a href="?sort=title">Title</a> <span>1-4 of 4 recipes</span><th>Edited<th>State</tr></thead>
  <tbody>${[
    ['Lentil stew', '3 weeks ago', 'Private'],
    ['Plum cake', '<button>Just now</button>', 'Public'],
    ['Rye bread', '1 week, 2 days ago', 'Private'],
    ['Green soup', '1 week ago', 'Public'],
  ]
    .map(
      ([name, edited, state]) =>
        `<tr><td><input type=checkbox aria-label="Select"><td><div><a href="#${name}">${name}</a></div>${MENU}<td>${edited}<td>${state}</tr>`,
    )
    .join('')}</tbody></table><p>Page 1 of 1</p><div><span>1</span> <span>4 recipes</span></div></main>`;
const createCards = (cards: readonly string[]): string =>
  cards.map((card) => `<div class=card>${card}</div>`).join('');
const BOATS = `<title>Boat hire</title><main><h1>Boat hire</h1><div>3 vessels found</div>${createCards(
  [
    ['Heron', '2 cabins · 38 m²', '€210 per day', '8.9 (41 reviews)'],
    ['Kestrel', '1 cabin · 22 m²', '€140 per day', '9.3 (17 reviews)'],
    ['Osprey', '3 cabins · 51 m²', '€330 per day', '7.8 (260 reviews)'],
  ].map(
    ([name, details, price, rating]) =>
      `<div class=name>${name}</div><div class=text>${details}<br>${price}</div><div class=rating>${rating}</div><div class=actions><button>Hire</button></div>`,
  ),
)}</main>`;
const ORDERS = `<title>My hires</title><main><h1>My hires</h1>${createCards(
  [
    ['Heron, Lake Como', 'Paid', 'Total €420'],
    ['Kestrel, Lake Garda', 'Refunded', 'Total €280'],
  ].map(
    ([name, status, total]) =>
      `<div class=name>${name}</div><div class=chip>${status}</div><div class=text>Reference H-77 · ${total}</div>`,
  ),
)}</main>`;
const CAMPSITE = `<title>Pinewood</title><main><h1>Pinewood campsite</h1><p>Pitches by the lake.</p>
  <label>Visitors <input value=2></label>${[
    ['Dogs', 'They are welcome everywhere but on the beach.'],
    ['Refund policy', 'We return the full amount until 14 days before arrival.'],
    ['Delete my account', 'Your account will be deleted.'],
  ]
    .map(
      ([name, text]) =>
        `<div class=panel><button aria-expanded=false onclick="this.setAttribute('aria-expanded', 'true'); this.nextElementSibling.hidden = false">${name}</button><div hidden><div>${text}</div></div></div>`,
    )
    .join('')}</main>`;
const ARTICLE = `<title>Edit article</title><main><h1>Edit article</h1><label>Title <input value="Rain at last"></label>
  <p>Publish this article?</p></main>`;

const CASES: readonly EverydayCase[] = [
  // A table with lists in its cells is still a table of data, not page layout.
  { page: RECIPES, line: 'what is the state of the plum cake?', reply: 'State: Public' },
  { page: RECIPES, line: 'which of them are still private?', reply: 'Lentil stew and Rye bread' },
  // “3 weeks ago” is compared as a time.
  { page: RECIPES, line: 'which one was edited last?', reply: 'Plum cake has the latest Edited: Just now' },
  { page: RECIPES, line: 'which is the oldest?', reply: 'Lentil stew' },
  { page: RECIPES, line: 'when was the rye bread last edited?', reply: 'Edited: 1 week, 2 days ago' },
  { page: RECIPES, line: 'when was the rye bread first published?', kind: 'unfinished' },
  // The count is quoted without the text around it.
  { page: RECIPES, line: 'how many recipes are listed here?', reply: '“4 recipes”' },
  { page: BOATS, line: 'how many did you find?', reply: '“3 vessels found”' },
  // Cards without headings.
  { page: BOATS, line: 'how much is the kestrel?', reply: '€140 per day', notInReply: 'm²' },
  { page: BOATS, line: 'which boat is the cheapest?', reply: 'Kestrel has the lowest price: €140 per day' },
  { page: BOATS, line: 'how big is the osprey?', reply: '51 m²' },
  { page: BOATS, line: 'how heavy is the osprey?', kind: 'unfinished' },
  { page: BOATS, line: 'which is the best rated one?', reply: 'Kestrel has the best rating: 9.3' },
  { page: ORDERS, line: 'how much did I pay for Lake Garda?', reply: 'Total €280' },
  // The question contains the name of a collapsed section.
  { page: CAMPSITE, line: 'what is the refund policy?', reply: 'We return the full amount' },
  { page: CAMPSITE, line: 'are dogs allowed?', reply: 'They are welcome everywhere but on the beach' },
  { page: CAMPSITE, line: 'how do I delete my account?', kind: 'unfinished' },
  { page: CAMPSITE, line: 'what do visitors say about it?', kind: 'unfinished' },
  // “Title” is a field. A question on the page does not state a fact.
  { page: ARTICLE, line: 'what does the title say now?', reply: 'Rain at last' },
  { page: ARTICLE, line: 'what is the title of this page?', reply: 'Edit article' },
  { page: ARTICLE, line: 'is it published?', kind: 'unfinished', notInReply: 'Publish this article?' },
];

testEverydayLines(CASES);
