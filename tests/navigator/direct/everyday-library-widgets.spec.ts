/** Setting values and ticking checkboxes in component libraries, which draw their own checkboxes, lists and pickers. */
import { testEverydayLines } from './everyday-cases.js';

/** Each checkbox is transparent and lies over an image of itself. Each row also has a switch. */
const CHECKBOX_TABLE = `<title>Parcels</title><style>
  .box { display: inline-flex; position: relative; padding: 9px }
  .box input { opacity: 0; position: absolute; inset: 0; width: 100%; height: 100%; margin: 0 }
</style><h1>Deliveries</h1><table><thead><tr><th><span class=box><input type=checkbox id=all aria-label="Select all"><svg width=20 height=20><rect width=18 height=18 fill=none stroke=black /></svg></span><th>Parcel<th>Courier<th>Alert</thead><tbody id=rows></tbody></table><script>
  rows.innerHTML = [['Red lamp', 'Nora Vik'], ['Oak shelf', 'Ben Otto'], ['Blue rug', 'Nora Vik'], ['Wall clock', 'Lia Sand']].map(([name, who], i) =>
    '<tr><td><span class=box><input type=checkbox aria-label="Select row ' + (i + 1) + '" data-name="' + name + '"><svg width=20 height=20><rect width=18 height=18 fill=none stroke=black /></svg></span><td>' + name + '<td>' + who + '<td><button role=switch aria-checked=false>off</button>').join('');
  document.onchange = ({ target }) => {
    const boxes = [...rows.querySelectorAll('input')];
    if (target === all) for (const box of boxes) box.checked = all.checked;
    document.title = boxes.filter((box) => box.checked).map((box) => box.dataset.name).join();
  };
</script>`;

/** A list with a search field: typed text is discarded, and the options that users see have no role. */
const createSearchedList = (multiple: boolean): string => `<title>Order</title><form><div class=item>
  <div><label for=who>Packer</label></div><div><div class=pick><span id=shown>Ben Otto</span><input id=who role=combobox aria-haspopup=listbox aria-autocomplete=list aria-expanded=false aria-controls=copy></div></div></div>
  <div class=item><div><label for=note>Note</label></div><div><input id=note></div></div></form>
  <div id=drop style="display:none"><div role=listbox id=copy style="height:0;width:0;overflow:hidden"></div><div id=options></div></div><script>
  let chosen = ['Ben Otto'];
  const draw = () => { options.innerHTML = ''; for (const name of ['Ben Otto', 'Lia Sand', 'Nora Vik'].filter((n) => n.toLowerCase().includes(who.value.toLowerCase()))) {
    const option = document.createElement('div'); option.textContent = name; options.append(option);
    option.onmousedown = (event) => event.preventDefault();
    option.onclick = () => { chosen = ${multiple ? '[...chosen, name]' : '[name]'}; shown.textContent = document.title = chosen.join(', '); who.value = ''; ${multiple ? 'draw()' : 'close_()'} };
  } };
  const close_ = () => { drop.style.display = 'none'; who.ariaExpanded = 'false' };
  who.onclick = who.oninput = () => { drop.style.display = 'block'; who.ariaExpanded = 'true'; draw() };
  who.onblur = () => { who.value = ''; close_() };
  who.onkeydown = ({ key }) => key === 'Escape' && close_();
</script>`;

/** Pickers discard text unless it is in their own format and Enter confirms it. */
const PICKERS = `<title>Visit</title><form onsubmit="document.title = 'sent'; return false"><p><label for=on>* Collection day :</label><div class=lib-picker><input id=on placeholder="Select date" autocomplete=off data-p="\\d{4}-\\d\\d-\\d\\d"></div>
  <p><label for=at>Opening time</label><div class=lib-picker><input id=at placeholder="Select time" autocomplete=off data-p="\\d\\d:\\d\\d"></div>
  <p><label for=from>Rental</label><div class="lib-picker lib-picker-range"><input id=from placeholder="Start date" autocomplete=off data-p="\\d{4}-\\d\\d-\\d\\d"><input id=until placeholder="End date" autocomplete=off data-p="\\d{4}-\\d\\d-\\d\\d"></div><button>Send</button></form><script>
  for (const field of document.querySelectorAll('input')) {
    let kept = '';
    field.onkeydown = ({ key }) => { if (key === 'Enter' && new RegExp('^' + field.dataset.p + '$').test(field.value)) { kept = field.value; document.title = [...document.querySelectorAll('input')].map((f) => f.value).filter(Boolean).join(); if (field.id === 'from') until.focus(); } };
    field.onblur = () => (field.value = kept);
  }
</script>`;

/** The `for` of most labels refers to a group of controls, not to a field. */
const GROUPS = `<title>Review</title><form><div><label for=loud>Brightness</label><div id=loud><div role=slider tabindex=0 aria-valuemin=0 aria-valuemax=20 aria-valuenow=5 style="width:14px;height:14px;background:teal"></div></div></div>
  <div><label for=stars>Score</label><ul id=stars>${'<li><div role=radio tabindex=0 aria-checked=false><span role=img aria-label=star>★</span></div></li>'.repeat(5)}</ul></div>
  <div><label for=grade>Urgency</label><div id=grade role=radiogroup><label><input type=radio name=u style="position:absolute;opacity:0;width:0">Calm</label> <label><input type=radio name=u style="position:absolute;opacity:0;width:0">Pressing</label></div></div>
  <div><label for=when>Due date</label><input id=when></div></form><script>
  const slider = document.querySelector('[role=slider]');
  slider.onkeydown = ({ key }) => { const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key] ?? 0; slider.ariaValueNow = String(Number(slider.ariaValueNow) + step); document.title = 'brightness ' + slider.ariaValueNow; };
  const all = [...document.querySelectorAll('[role=radio]')];
  all.forEach((star, i) => star.onclick = () => { all.forEach((s, j) => s.ariaChecked = String(j <= i)); document.title = 'score ' + (i + 1); });
  grade.onchange = ({ target }) => document.title = target.parentElement.textContent;
</script>`;

/** A field that takes several entries. Adding an entry must not submit the form. */
const LABELS = `<title>Card</title><form onsubmit="document.title = 'sent'; return false"><p><label for=n>Name</label><input id=n><p><label for=l>Labels</label><span id=chips></span><input id=l role=combobox aria-autocomplete=list aria-expanded=false aria-controls=list><ul id=list role=listbox hidden></ul><p><button>Save</button></form><script>
  const entries = [];
  const open_ = () => { list.hidden = false; l.ariaExpanded = 'true'; list.innerHTML = ''; for (const name of ['fragile', 'heavy', 'outdoor'].filter((n) => n.includes(l.value) && !entries.includes(n))) { const li = document.createElement('li'); li.role = 'option'; li.textContent = name; list.append(li); li.onclick = () => { entries.push(name); l.value = ''; list.hidden = true; l.ariaExpanded = 'false'; chips.innerHTML = entries.map((e) => '<span role=button>' + e + '</span>').join(' '); document.title = entries.join() } } };
  l.onclick = l.oninput = open_;
  l.onkeydown = ({ key }) => { if (key === 'Escape') { list.hidden = true; l.ariaExpanded = 'false' } };
</script>`;

testEverydayLines([
  { page: CHECKBOX_TABLE, line: 'select all', title: 'Red lamp,Oak shelf,Blue rug,Wall clock' },
  {
    page: CHECKBOX_TABLE,
    line: 'select the first two parcels',
    title: 'Red lamp,Oak shelf',
    notInReply: 'did nothing about',
  },
  { page: CHECKBOX_TABLE, line: 'tick the box of Wall clock', title: 'Wall clock' },
  { page: CHECKBOX_TABLE, line: 'select Oak shelf', title: 'Oak shelf' },
  {
    page: CHECKBOX_TABLE,
    line: 'tick the checkbox of Nora Vik',
    title: 'Parcels',
    kind: 'ask',
    reply: '2 rows match “Nora Vik”',
  },
  {
    page: createSearchedList(false),
    line: 'change the packer to Nora Vik',
    title: 'Nora Vik',
    kind: 'report',
  },
  {
    page: createSearchedList(false),
    line: 'set the packer to Otis Wren',
    title: 'Order',
    kind: 'unfinished',
    reply: 'does not offer “Otis Wren”',
  },
  {
    page: createSearchedList(true),
    line: 'set the packer to Lia Sand and Nora Vik',
    title: 'Ben Otto, Lia Sand, Nora Vik',
  },
  {
    page: PICKERS,
    line: 'set the collection day to 4 March 2027',
    title: '2027-03-04',
    reply: '“Collection day” field',
  },
  { page: PICKERS, line: 'set the opening time to half past nine', title: '09:30' },
  { page: PICKERS, line: 'set the rental from 5 to 9 March 2027', title: '2027-03-05,2027-03-09' },
  {
    page: PICKERS,
    line: 'type next to nothing into the collection day field',
    kind: 'unfinished',
    reply: 'did not keep',
  },
  { page: GROUPS, line: 'set the brightness to 12', title: 'brightness 12' },
  { page: GROUPS, line: 'set the score to 4 stars', title: 'score 4' },
  { page: GROUPS, line: 'set the urgency to pressing', title: 'Pressing' },
  { page: GROUPS, line: 'choose the calm urgency', title: 'Calm' },
  { page: LABELS, line: 'add the labels fragile and outdoor', title: 'fragile,outdoor' },
  { page: LABELS, line: 'label it heavy', title: 'heavy' },
]);
