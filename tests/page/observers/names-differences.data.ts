/**
 * Intended differences from Chromium. For each HTML page, the data contain Parley's description of the element, or its
 * descriptions of several elements by the value of their attribute `t`.
 */
export interface Difference {
  reason: string;
  cases: Record<string, string | Record<string, string>>;
}

export const DIFFERENCES: readonly Difference[] = [
  {
    reason: 'Native selects have no popup state, because users choose from them without opening them.',
    cases: {
      '<select t aria-label=Size><option>S<option>M</select>': 'combobox "Size"',
      '<label>Age <select t><option>1<option>2</select> years</label>': 'combobox "Age years"',
      '<select t disabled><option t=o>Pick</select>': {
        '': 'combobox "" [disabled=true]',
        // The selection is reported although it cannot be changed.
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
    reason: 'The selection is reported although it cannot be changed.',
    cases: {
      '<select t size=3><optgroup disabled label=G t=g><option t=o>Pick</optgroup><option t=p selected>Pack</select>':
        { o: 'option "Pick" [disabled=true] [selected=false]' },
      '<select t size=3 disabled><option t=o selected>x</select>': {
        o: 'option "x" [disabled=true] [selected=true]',
      },
    },
  },
  {
    reason: 'An empty required field is not invalid yet.',
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
    reason: 'Every element that accepts typed text is a text box.',
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
    reason:
      'Visible elements are listed even if they are hidden from assistive technology; inert ones are not.',
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
    reason: 'An explicit role counts even without the parent role that ARIA requires.',
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
    reason: 'The selected state is unknown if the page does not set it.',
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
    reason: 'Chromium removes the roles of tables that it considers layout tables.',
    cases: {
      '<table t=t><thead t=h><tr t=r><th t=c>Col<th t=c2>Col</thead><tbody t=b><tr><th t=w>Row<td t=d>x</tbody></table>':
        { b: 'rowgroup ""' },
      '<table><tr><th t>Only</table>': 'columnheader "Only"',
      '<table><tr aria-selected=true t=r><td t aria-selected=true>x</table>': { r: 'row "" [selected=true]' },
    },
  },
  {
    reason: 'Users can see figure captions, tooltips and placeholders.',
    cases: {
      '<figure t><img alt=x width=9 height=9><figcaption>Caption</figcaption></figure>': 'figure "Caption"',
      '<img t alt="" title=Tip width=9 height=9>': 'img "Tip"',
      '<label for=a> </label><input t id=a placeholder=Fallback>': 'textbox "Fallback" [editable=true]',
    },
  },
  {
    reason: 'Nothing about a password is reported, not even its length.',
    cases: {
      '<label for=a>Flash <input type=password value=hunter> times</label><input t type=checkbox id=a>':
        'checkbox "Flash times" [checked=false]',
    },
  },
  {
    reason: 'Icon font glyphs and messages of media players are not names.',
    cases: {
      '<style>.z::before{content:"\\f00d"}</style><button t class=z></button>': 'button ""',
      '<video t controls width=90 height=90></video>': 'generic ""',
      '<audio t controls></audio>': 'generic ""',
      '<a t href=#><video></video>Play</a>': 'link "Play"',
    },
  },
  {
    reason: 'Chromium names a focused element by its text, but a name must not depend on the focus.',
    cases: { '<div t tabindex=0 class=focus>x</div>': 'generic "" [focused=true]' },
  },
  {
    reason: 'A formula is named by its content, in MathML as with role=math.',
    cases: { '<math t><mi>x</mi></math>': 'math "x"' },
  },
  {
    reason: 'The DevTools protocol does not report a state that the page declares.',
    cases: {
      '<div t role=checkbox aria-invalid=spelling aria-checked=false>x</div>':
        'checkbox "x" [checked=false] [invalid=true]',
    },
  },
  {
    reason: 'Chromium inherits `editable` from the grid; here it reports whether text can be typed.',
    cases: {
      '<div t role=grid aria-readonly=true><div role=row><div role=gridcell t=c>x</div></div></div>': {
        c: 'gridcell "x"',
      },
    },
  },
  {
    reason: 'Scripts cannot read the ElementInternals of a custom element.',
    cases: {
      '<x-internals t role-default=button label-default="From internals"></x-internals>': 'generic ""',
      '<x-internals t role-default=switch checked-default=true>Switch</x-internals>': 'generic ""',
    },
  },
];
