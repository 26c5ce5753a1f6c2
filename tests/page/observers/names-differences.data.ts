/** What is meant to differ from Chromium, and why: per page our answer, or our answers by the value of `t`. */
export interface Difference {
  why: string;
  cases: Record<string, string | Record<string, string>>;
}

export const DIFFERENCES: readonly Difference[] = [
  {
    why: 'A native select is chosen from, not opened: that it would pop up says nothing.',
    cases: {
      '<select t aria-label=Size><option>S<option>M</select>': 'combobox "Size"',
      '<label>Age <select t><option>1<option>2</select> years</label>': 'combobox "Age years"',
      '<select t disabled><option t=o>Pick</select>': {
        '': 'combobox "" [disabled=true]',
        // And what is chosen is worth knowing although it cannot be changed.
        o: 'option "Pick" [disabled=true] [selected=true]',
      },
      '<select t><option t=o disabled>Pick<option t=p selected>Pack</select>': {
        '': 'combobox ""',
        o: 'option "Pick" [disabled=true] [selected=false]',
      },
      '<select t class=focus><option t=o>a</select>': 'combobox "" [focused=true]',
      '<select t><option t=o>x</select>': 'combobox ""',
    },
  },
  {
    why: 'What is chosen is worth knowing although it cannot be changed.',
    cases: {
      '<select t size=3><optgroup disabled label=G t=g><option t=o>Pick</optgroup><option t=p selected>Pack</select>':
        { o: 'option "Pick" [disabled=true] [selected=false]' },
      '<select t size=3 disabled><option t=o selected>x</select>': {
        o: 'option "x" [disabled=true] [selected=true]',
      },
    },
  },
  {
    why: 'A field that is required and still empty is not wrong yet.',
    cases: {
      '<input t type=checkbox required>': 'checkbox "" [checked=false] [required=true]',
      '<input t type=radio name=r required><input t=2 type=radio name=r>': {
        '': 'radio "" [checked=false] [required=true]',
        2: 'radio "" [checked=false]',
      },
      '<input t type=file required>': 'button "Choose File" [required=true]',
      '<select t required><option value="">Pick</select>': 'combobox "" [required=true]',
    },
  },
  {
    why: 'Where text can be typed is a text box, whatever the element.',
    cases: {
      '<div t contenteditable>Typed</div>': 'textbox "" [editable=true]',
      '<div t contenteditable=true><p t=p>Typed</p></div>': 'textbox "" [editable=true]',
      '<div t contenteditable=plaintext-only>Typed</div>': 'textbox "" [editable=true]',
      '<div t contenteditable=plaintext-only aria-label=Note>Typed</div>': 'textbox "Note" [editable=true]',
      '<span t contenteditable>Typed</span>': 'textbox "" [editable=true]',
      '<div t contenteditable aria-disabled=true>x</div>': 'textbox "" [disabled=true] [editable=true]',
      '<div t contenteditable class=focus>x</div>': 'textbox "" [editable=true] [focused=true]',
      '<input type=date list=l t><datalist id=l><option>1</datalist>':
        'combobox "" [editable=true] [haspopup=listbox]',
    },
  },
  {
    why: 'What is drawn can be seen and clicked, hidden from assistive technology or not; inert parts cannot.',
    cases: {
      '<button t aria-hidden=true>x</button>': 'button "x"',
      '<div aria-hidden=true><button t>x</button><input t=i aria-label=x></div>': {
        '': 'button "x"',
        i: 'textbox "x" [editable=true]',
      },
      '<div t inert><button t=b>x</button></div>': {
        '': 'generic "" [disabled=true]',
        b: 'button "x" [disabled=true]',
      },
    },
  },
  {
    why: 'An author who says what an element is means it, without the surroundings that ARIA asks for, too.',
    cases: {
      '<div role=listitem t>Alone</div>': 'listitem ""',
      '<div role=option t>Alone</div>': 'option "Alone"',
      '<div t role=option aria-checked=true aria-selected=false>x</div>':
        'option "x" [checked=true] [selected=false]',
      '<div t role=treeitem aria-checked=true>x</div>': 'treeitem "x" [checked=true]',
      '<div t role=treeitem aria-expanded=false>x</div>': 'treeitem "x" [expanded=false]',
    },
  },
  {
    why: 'Where a page does not say whether an item is selected, nobody knows.',
    cases: {
      '<div t role=tablist aria-label=Tabs><div role=tab t=b>Tab</div></div>': { b: 'tab "Tab"' },
      '<div role=tab t>Alone</div>': 'tab "Alone"',
      '<a href=# role=tab t>T</a>': 'tab "T"',
      '<div t role=tab aria-expanded=true>x</div>': 'tab "x" [expanded=true]',
      '<div role=listbox t><div role=option t=o>Choice <b>one</b></div></div>': { o: 'option "Choice one"' },
      '<div role=tree t><div role=treeitem t=i aria-expanded=true>Node</div></div>': {
        i: 'treeitem "Node" [expanded=true]',
      },
    },
  },
  {
    why: 'A table is a table: Chromium drops parts of those that it takes for mere layout.',
    cases: {
      '<table t=t><thead t=h><tr t=r><th t=c>Col<th t=c2>Col</thead><tbody t=b><tr><th t=w>Row<td t=d>x</tbody></table>':
        { b: 'rowgroup ""' },
      '<table><tr><th t>Only</table>': 'columnheader "Only"',
      '<table><tr aria-selected=true t=r><td t aria-selected=true>x</table>': { r: 'row "" [selected=true]' },
    },
  },
  {
    why: 'The caption of a figure, an icon’s tool tip and a hint in the field are words that people see.',
    cases: {
      '<figure t><img alt=x width=9 height=9><figcaption>Caption</figcaption></figure>': 'figure "Caption"',
      '<img t alt="" title=Tip width=9 height=9>': 'img "Tip"',
      '<label for=a> </label><input t id=a placeholder=Fallback>': 'textbox "Fallback" [editable=true]',
    },
  },
  {
    why: 'Nothing of a password may be told, not even its length.',
    cases: {
      '<label for=a>Flash <input type=password value=hunter> times</label><input t type=checkbox id=a>':
        'checkbox "Flash times" [checked=false]',
    },
  },
  {
    why: 'Glyphs of icon fonts and players’ own messages say nothing.',
    cases: {
      '<style>.z::before{content:"\\f00d"}</style><button t class=z></button>': 'button ""',
      '<video t controls width=90 height=90></video>': 'generic ""',
      '<audio t controls></audio>': 'generic ""',
      '<a t href=#><video></video>Play</a>': 'link "Play"',
    },
  },
  {
    why: 'Chromium names what has the focus after its text; a name that changes with the focus is none.',
    cases: { '<div t tabindex=0 class=focus>x</div>': 'generic "" [focused=true]' },
  },
  {
    why: 'A formula is what it says, in MathML as with role=math.',
    cases: { '<math t><mi>x</mi></math>': 'math "x"' },
  },
  {
    why: 'Chromium’s protocol keeps quiet about it, but the page says so.',
    cases: {
      '<div t role=checkbox aria-invalid=spelling aria-checked=false>x</div>':
        'checkbox "x" [checked=false] [invalid=true]',
    },
  },
  {
    why: 'Inherited from the grid; what can be typed into tells by `editable`.',
    cases: {
      '<div t role=grid aria-readonly=true><div role=row><div role=gridcell t=c>x</div></div></div>': {
        c: 'gridcell "x"',
      },
    },
  },
  {
    why: 'What a custom element keeps in its ElementInternals cannot be read from outside.',
    cases: {
      '<x-internals t role-default=button label-default="From internals"></x-internals>': 'generic ""',
      '<x-internals t role-default=switch checked-default=true>Switch</x-internals>': 'generic ""',
    },
  },
];
