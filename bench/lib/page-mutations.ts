/**
 * Changes to a site, as in a redesign or a release, that are applied to pages while they load. They are
 * used to measure whether recorded sessions can still be replayed. The list was fixed before replay was implemented.
 */

export interface PageMutation {
  name: string;
  description: string;
  /** Runs in the page before its own scripts and changes elements as they appear. Empty for changes that the server makes. */
  script: string;
  /** Milliseconds that the server delays HTML documents and JSON data. */
  delays?: { document: number; data: number };
  /** The server answers with the fixture site's second skin. */
  skin?: true;
}

/** Calls `change(element)` once for every present and future element of the page, after the page's current task. */
const FOR_EACH_ELEMENT = `
  const seen = new WeakSet();
  const visit = (root) => {
    if (!(root instanceof Element)) return;
    for (const element of [root, ...root.querySelectorAll('*')]) {
      if (seen.has(element)) continue;
      seen.add(element);
      change(element);
    }
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) visit(node);
  }).observe(document, { childList: true, subtree: true });
`;

const wrapScript = (body: string): string => `(() => { 'use strict'; ${body} })();`;

/** Alternative names for the same control. The first pattern that matches a name is used. */
const ALTERNATIVE_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^add to (basket|cart|bag)$/i, 'Put in basket'],
  [/^search$/i, 'Find'],
  [/^save$/i, 'Save changes'],
  [/^send$/i, 'Send message'],
  [/^delete$/i, 'Remove'],
  [/^cancel$/i, 'Close without saving'],
  [/^(checkout|go to checkout)$/i, 'Proceed to checkout'],
  [/^place order$/i, 'Order now'],
  [/^reply$/i, 'Write a reply'],
  [/^(e-?mail|e-?mail address)$/i, 'Your e-mail'],
  [/^(continue|next)$/i, 'Go on'],
  [/^apply$/i, 'Use code'],
  [/^edit$/i, 'Change'],
  [/^archive$/i, 'Move to archive'],
  [/^(guests|add guests)$/i, 'Invitees'],
];

export const PAGE_MUTATIONS: readonly PageMutation[] = [
  { name: 'unchanged', description: 'the site as it was recorded', script: '' },
  {
    name: 'ids',
    description: 'different ids, with updated references, and additional class names',
    script: wrapScript(`
      const rename = (id) => 'r' + [...id].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7).toString(36);
      const byId = Document.prototype.getElementById;
      Document.prototype.getElementById = function (id) { return byId.call(this, rename(id)) ?? byId.call(this, id); };
      for (const prototype of [Document.prototype, Element.prototype])
        for (const name of ['querySelector', 'querySelectorAll']) {
          const original = prototype[name];
          prototype[name] = function (selector) {
            return original.call(this, String(selector).replace(/#([A-Za-z][\\w-]*)/g, (all, id) => ':is(#' + id + ',#' + rename(id) + ')'));
          };
        }
      const REFERENCES = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-activedescendant', 'list', 'form'];
      const change = (element) => {
        if (element.closest('svg')) return;
        if (element.id && !element.matches('html, body, script, style')) element.id = rename(element.id);
        for (const name of REFERENCES)
          if (element.hasAttribute(name))
            element.setAttribute(name, element.getAttribute(name).split(/\\s+/).filter(Boolean).map(rename).join(' '));
        if (element.classList.length) element.className = 'css-' + rename(element.className).slice(0, 5) + ' ' + element.className;
      };
      ${FOR_EACH_ELEMENT}`),
  },
  {
    name: 'wrappers',
    description: 'controls are inside additional elements',
    script: wrapScript(`
      const change = (element) => {
        if (!element.matches('button, a[href], input:not([type=hidden]), select, textarea')) return;
        if (element.closest('svg, option, datalist') || !element.parentElement) return;
        if (element.parentElement.matches('ul, ol, tr, table, tbody, select, p, label, h1, h2, h3, h4')) return;
        // After the page's scripts have found their elements.
        setTimeout(() => wrap(element), 400);
      };
      const wrap = (element) => {
        const outer = document.createElement('span');
        const inner = document.createElement('span');
        outer.style.display = inner.style.display = 'contents';
        seen.add(outer); seen.add(inner);
        const focused = document.activeElement === element;
        element.replaceWith(outer);
        outer.append(inner);
        inner.append(element);
        if (focused) element.focus();
      };
      ${FOR_EACH_ELEMENT}`),
  },
  {
    name: 'reversed',
    description: 'lists and tables are in reverse order',
    script: wrapScript(`
      const change = (element) => {
        if (!element.matches('ul, ol, tbody') || element.closest('[role=listbox], [role=menu]')) return;
        setTimeout(() => {
          const items = [...element.children];
          if (items.length < 3 || element.dataset.reversed) return;
          element.dataset.reversed = '1';
          for (const item of items.reverse()) element.append(item);
        }, 0);
      };
      ${FOR_EACH_ELEMENT}`),
  },
  {
    name: 'renamed',
    description: 'controls have different names with the same meaning',
    script: wrapScript(`
      const NAMES = ${JSON.stringify(ALTERNATIVE_NAMES.map(([pattern, name]) => [pattern.source, name]))}.map(([source, name]) => [new RegExp(source, 'i'), name]);
      const findAlternative = (text) => NAMES.find(([pattern]) => pattern.test(text.trim()))?.[1];
      const change = (element) => {
        const label = element.getAttribute('aria-label');
        if (label && findAlternative(label)) element.setAttribute('aria-label', findAlternative(label));
        if (element.placeholder && findAlternative(element.placeholder)) element.placeholder = findAlternative(element.placeholder);
        if (!element.matches('button, a, label, [role=button], [role=menuitem], summary')) return;
        for (const node of element.childNodes)
          if (node.nodeType === 3 && findAlternative(node.data)) node.data = node.data.replace(node.data.trim(), findAlternative(node.data));
      };
      ${FOR_EACH_ELEMENT}`),
  },
  {
    name: 'moved',
    description: 'the navigation is at the end of the page, and the buttons of forms come first',
    script: wrapScript(`
      const change = (element) => {
        if (element.matches('body > header, body > nav, body > div > header, body > div > nav'))
          setTimeout(() => element.parentElement?.append(element), 0);
        if (element.matches('form'))
          setTimeout(() => {
            const button = element.querySelector(':scope button[type=submit], :scope > button, :scope > div > button');
            if (button && element.firstElementChild !== button) element.prepend(button);
          }, 0);
      };
      ${FOR_EACH_ELEMENT}`),
  },
  {
    name: 'decoys',
    description: 'a block at the top contains copies of buttons that do something else',
    script: wrapScript(`
      const report = (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        void fetch('/mutated/decoy', { method: 'POST', body: event.currentTarget.textContent });
      };
      let count = 0;
      const change = (element) => {
        if (!element.matches('main button, form button') || count >= 3 || element.closest('[data-recommended]')) return;
        const copy = element.cloneNode(true);
        copy.removeAttribute('id');
        copy.removeAttribute('form');
        copy.type = 'button';
        copy.addEventListener('click', report, true);
        let block = document.querySelector('[data-recommended]');
        if (!block) {
          block = document.createElement('aside');
          block.dataset.recommended = '';
          block.innerHTML = '<h2>Recommended for you</h2>';
          (document.querySelector('main') ?? document.body).prepend(block);
        }
        count += 1;
        block.append(copy);
      };
      ${FOR_EACH_ELEMENT}`),
  },
  {
    name: 'late',
    description: 'documents and data arrive later',
    script: '',
    delays: { document: 500, data: 900 },
  },
  {
    name: 'skin',
    description: 'the second skin of the site: different words and different markup',
    script: '',
    skin: true,
  },
];
