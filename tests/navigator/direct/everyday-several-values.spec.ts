/** Everyday instructions with several values, each for its own field, and choices that name their field or list. */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const setTitleOnClick = (title: string): string => `onclick="document.title = '${title}'"`;

const showValues = `onsubmit="document.title = [...this.querySelectorAll('input, select')].map((field) => field.type === 'checkbox' ? field.checked : field.value).join(); return false"`;
const FORWARDS = `<title>Forwards</title><h1>Forwards</h1><form ${showValues}><label>Forward from <input required></label>
  <label>Forward to <input required></label><button>Add forward</button></form>`;
const MOVES = `<title>Moves</title><h1>Moves</h1><form ${showValues}><label>Old shelf <input></label>
  <label>Move to <input></label><button>Add move</button></form>`;
const LABELS = `<form id=editor ${showValues} HIDDEN><label>Name <input></label>
  <label>Colour <select><option>Grey<option>Green</select></label><label><input type=checkbox> Pinned</label><button>Add group</button></form>`;
const GROUPS = `<title>Groups</title><h1>Groups</h1>${LABELS.replace('HIDDEN', '')}`;
const CLOSED_GROUPS = `<title>Groups</title><h1>Groups</h1><button onclick="editor.hidden = false">New group</button>${LABELS.replace('HIDDEN', 'hidden')}`;
const ARTICLE = `<title>Article</title><h1>New article</h1><form ${showValues}><label>Title <input></label>
  <label>Address <input></label><button>Save</button></form>`;

const MOVE = `<title>Labels</title><form oninput="document.title = [...new FormData(this)].map((entry) => entry.join(' ')).join(', ')">
  <label>Move from <input name=from></label><label>Move to <input name=to></label><label>Priority <input type=number name=priority></label><button>Move</button></form>`;
const TOPICS = ['music', 'theatre', 'dance'];
const showTopics = `onchange="document.title = [...this.querySelectorAll(':checked')].map((choice) => choice.value).join()"`;
const TOPIC_LIST = `<title>Event</title><form ${showTopics}><label>Topics <select multiple>${TOPICS.map(
  (topic) => `<option ${topic === 'music' ? 'selected' : ''}>${topic}`,
).join('')}</select></label><button ${setTitleOnClick('saved')}>Save</button></form>`;
const TOPIC_BOXES = `<title>Event</title><fieldset ${showTopics}><legend>Topics</legend>${TOPICS.map(
  (topic) =>
    `<label><input type=checkbox value=${topic} ${topic === 'music' ? 'checked' : ''}> ${topic}</label>`,
).join('')}</fieldset>`;
const TOPIC_CHIPS = `<title>Event</title><label for=topics>Topics</label><div id=chips></div>
  <input id=topics role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=list><ul id=list role=listbox aria-multiselectable=true hidden></ul><script>
  let chosen = ['music'];
  const toggle = (topic) => { chosen = chosen.includes(topic) ? chosen.filter((other) => other !== topic) : [...chosen, topic]; show(); };
  function show() {
    chips.innerHTML = chosen.map((topic) => '<span>' + topic + ' <button aria-label="Remove ' + topic + '">×</button></span>').join('');
    list.innerHTML = ${JSON.stringify(TOPICS)}.filter((topic) => topic.includes(topics.value)).map((topic) => '<li role=option aria-selected=' + chosen.includes(topic) + '>' + topic).join('');
    document.title = chosen.join();
  }
  list.onmousedown = (event) => { event.preventDefault(); topics.value = ''; toggle(event.target.textContent); };
  topics.onfocus = topics.onclick = () => { list.hidden = false; topics.ariaExpanded = 'true'; };
  topics.onblur = () => { list.hidden = true; topics.ariaExpanded = 'false'; };
  topics.oninput = show;
  show();
</script>`;

const CABINS = `<title>Cabins</title><label>Sort by <select onchange="document.title = this.value"><option>Nearest<option>Price<option>Visitor score</select></label>
  <label>Visitors <input oninput="document.title = 'visitors: ' + this.value"></label><ul><li>Birch<li>Pine</ul>`;
const RECIPES = `<title>Recipes</title><nav><a href="#author" ${setTitleOnClick('left')}>Author</a></nav>
  <label>Author <input></label><button ${setTitleOnClick('edits')}>Edit author</button><ul><li>Soup<li>Stew</ul>`;
const RECIPE_ORDER = `<title>Recipes</title><label>Order <select onchange="document.title = this.value"><option>Newest<option>Duration, short to long</select></label>`;

const TABLE = `<title>Table</title><form><label>Nights <input type=number value=1></label>
  <label>Diners <input type=number value=2 oninput="document.title = this.value"></label></form>`;

const SECTION = (field: string): string => `<title>Story</title><button aria-haspopup=menu aria-expanded=false
  onclick="menu.hidden = !menu.hidden; this.ariaExpanded = String(!menu.hidden)">More</button>
  <div id=menu role=menu hidden><a role=menuitem href="#1" ${setTitleOnClick('followed')}>Sports from our schools</a></div>
  <nav><a href="#2" ${setTitleOnClick('followed')}>School sports</a></nav><form><label>Headline <input></label>${field}</form>`;
const CATEGORY = (options: string): string =>
  SECTION(`<label>Category <select onchange="document.title = this.value">${options}</select></label>`);

const SURVEY = `<title>Survey</title><header><input type=search aria-label=Search onchange="document.title = 'searched'"></header>
  <div onchange="document.title = [...this.querySelectorAll(':checked')].map((box) => box.value).join()">
  ${['Layout', 'Search results'].map((name) => `<label><input type=checkbox value="${name}"> ${name}</label>`).join('')}</div>`;

const cases: EverydayCase[] = [
  { page: FORWARDS, line: 'add a forward from /old-menu to /menu/', title: '/old-menu,/menu/' },
  { page: MOVES, line: 'add a move from Attic 3 to Cellar', title: 'Attic 3,Cellar' },
  { page: GROUPS, line: 'add a group named Choir in green and make it pinned', title: 'Choir,Green,true' },
  {
    page: CLOSED_GROUPS,
    line: 'add a group called Choir in green and make it pinned',
    title: 'Choir,Green,true',
  },
  { page: GROUPS, line: 'add a group called Choir, colour green, pinned', title: 'Choir,Green,true' },
  {
    page: GROUPS,
    line: 'add a group named Choir in green and make it secret',
    title: 'Groups',
    kind: 'ask',
    reply: '“make it secret”',
  },
  {
    page: GROUPS,
    line: 'add a group named Choir with phone 2041 and colour green',
    title: 'Groups',
    kind: 'ask',
    reply: '“phone 2041”',
  },
  { page: ARTICLE, line: 'call it Night ferry, with address ferry, and save', title: 'Night ferry,ferry' },
  { page: ARTICLE, line: 'name it Night ferry with address ferry and save it', title: 'Night ferry,ferry' },
  { page: TOPIC_LIST, line: 'set the topics to music and dance', title: 'music,dance' },
  { page: TOPIC_LIST, line: 'add dance to the topics', title: 'music,dance' },
  { page: TOPIC_LIST, line: 'set the topics to dance', before: ['add music to the topics'], title: 'dance' },
  { page: MOVE, line: 'move a label from A to B, with priority 5', title: 'from A, to B, priority 5' },
  { page: TOPIC_BOXES, line: 'set topics to music and dance', title: 'music,dance' },
  { page: TOPIC_CHIPS, line: 'change the topics to music and dance', title: 'music,dance' },
  { page: CABINS, line: 'sort them by visitor score', title: 'Visitor score' },
  { page: CABINS, line: 'pick visitor score in the sort by list', title: 'Visitor score' },
  { page: RECIPES, line: 'sort by author', title: 'Recipes', kind: 'unfinished', reply: 'sorts by “author”' },
  { page: RECIPE_ORDER, line: 'sort them by duration', title: 'Duration, short to long' },
  { page: TABLE, line: 'make it 4 diners', before: ['set the dates to 3 to 5 May'], title: '4' },
  { page: TABLE, line: 'make it 5 diners', before: ['set nights to 3'], title: '5' },
  { page: SECTION(''), line: 'choose category School sports', title: 'Story', kind: 'unfinished' },
  { page: SECTION(''), line: 'choose School sports as the category', title: 'Story', kind: 'unfinished' },
  {
    page: CATEGORY('<option>Arts<option>School sports'),
    line: 'choose the category School sports',
    title: 'School sports',
  },
  {
    page: CATEGORY('<option>Arts<option>Food'),
    line: 'pick category School sports',
    title: 'Story',
    reply: 'does not offer “School sports”',
  },
  { page: SURVEY, line: 'tick the boxes Layout and Search results', title: 'Layout,Search results' },
];

testEverydayLines(cases);
