/** One clause → its steps, by its verb. Clauses arrive stripped of politeness, with quotes masked. */
import { WANTS } from '../lexicon/polite.js';
import { ASKING_LEAD, type VerbKind } from '../lexicon/verbs.js';
import { anyOf } from '../text.js';
import { readChoice, ticks, readArranging } from './choices.js';
import { matchVerb, strip, unmask } from './clauses.js';
import { readCommand, readMaking, readEntering } from './commands.js';
import { readPairs } from './fields.js';
import { readGesture } from './gestures.js';
import { asUrl, asKey } from './places-to-go.js';
import { readScroll } from './scrolling.js';
import { readSetting } from './setting.js';
import { click, type Place, type Step, type Target, type Quotes } from './steps.js';
import { readTabs } from './tabs.js';
import { at, noArticle, readPlace, readTarget } from './target.js';
import { readWait } from './waiting.js';

function readOpen(rest: string, quotes: Quotes, form: string): Step {
  const url = asUrl(unmask(rest, quotes));
  if (url) return { do: 'load', url };
  const bare = noArticle(rest).toLowerCase();
  const moving = /^(?:go|jump|get|return|head|move|take|bring|navigate|switch)/u.test(form);
  if (moving && /^(?:very )?(?:top|beginning)(?: of .*)?$/u.test(bare))
    return { do: 'scroll', to: 'top', within: null };
  if (moving && /^(?:very )?(?:bottom|end)(?: of .*)?$/u.test(bare))
    return { do: 'scroll', to: 'bottom', within: null };
  if (moving && /^previous (?:page|screen|site)$/u.test(bare) && /back|return/u.test(form))
    return { do: 'history', way: 'back' };
  return click('open', readTarget(rest, quotes));
}

function readBack(rest: string, quotes: Quotes): Step {
  if (/^to (?:the )?(?:top|start|beginning)\b/iu.test(rest)) return { do: 'scroll', to: 'top', within: null };
  const to = /^to (?:the )?(.+)$/iu.exec(rest);
  if (to && !/^(?:previous|last|earlier|prior)(?: \w+)?$/iu.test(to[1]!) && !/^where\b/iu.test(to[1]!))
    return click('open', readTarget(to[1]!, quotes));
  return { do: 'history', way: 'back' };
}

function readCookies(verb: string, rest: string): Step | null {
  if (!/\bcookies?\b|\bconsent (?:banner|dialog|popup)\b/iu.test(rest) || rest.split(' ').length > 6)
    return null;
  if (/^(?:accept|allow|agree|consent)/iu.test(verb)) return { do: 'cookies', choice: 'accept' };
  if (/^(?:reject|decline|deny|refuse)/iu.test(verb)) return { do: 'cookies', choice: 'reject' };
  return /^(?:close|dismiss|get rid|exit|hide|remove|clear)/iu.test(verb)
    ? { do: 'cookies', choice: 'close' }
    : null;
}

const wants = new RegExp(`^(?:${anyOf(WANTS)})\\s+`, 'iu');

/** "In the menu, choose Home": a place in front of the order. */
function leadingPlace(text: string): { place: Place; rest: string } | null {
  const m =
    /^(in|on|at|from|under|below|inside|within)\s+(?:the\s+)?([^,]{2,40}?),\s*(.+)$/iu.exec(text) ??
    /^(at|on|in)\s+(?:the\s+)?((?:very )?(?:top|bottom|left|right)(?: of the page| side)?|footer|header|menu|sidebar)\s+(.+)$/iu.exec(
      text,
    );
  if (!m) return null;
  const rest = strip(m[3]!);
  if (!matchVerb(rest)) return null;
  const relation = /^(?:under|below)$/iu.test(m[1]!) ? 'under' : 'in';
  return { place: readPlace(relation, m[2]!), rest };
}

const withPlace = (step: Step, place: Place): Step => {
  if (
    step.do === 'click' ||
    step.do === 'hover' ||
    step.do === 'choose' ||
    step.do === 'tick' ||
    step.do === 'point' ||
    step.do === 'copy'
  )
    return { ...step, target: at(step.target, place) };
  return step.do === 'set' && step.target ? { ...step, target: at(step.target, place) } : step;
};

/** "Expand all" may be the button's own name. */
const alsoCalled = (target: Target, phrase: string): Target => ({
  ...target,
  readings: [
    target.readings[0],
    ...target.readings.slice(1),
    { phrase, role: null, nth: null, place: null, prior: 1 },
  ],
});

/** The steps of one clause. */
export function readClause(text: string, quotes: Quotes): Step[] {
  const placed = leadingPlace(text);
  if (placed)
    return readClause(placed.rest, quotes).map((s) =>
      withPlace(s, { ...placed.place, words: unmask(placed.place.words, quotes) }),
    );
  const switched = /^(?:turn|switch|toggle|set) (?:the )?(.+?) (on|off)$/iu.exec(text);
  if (switched) return ticks(switched[1]!, quotes, switched[2]!.toLowerCase() === 'on', 'turn');
  const basket =
    /^(?:put|place|throw|drop) (.+?) (?:in|into|on|onto) (?:my |the |our )?(basket|cart|bag|trolley|wish ?list|list)$/iu.exec(
      text,
    );
  if (basket) return readClause(`add ${basket[1]!} to the ${basket[2]!}`, quotes);
  const slid =
    /^(?:move|drag|slide) (?:the )?(.+?)(?: slider| knob| handle)? (?:up |down )?to (-?\d.*)$/iu.exec(text);
  if (slid) return readClause(`set ${slid[1]!} to ${slid[2]!}`, quotes);
  const rather = /^(.{3,}?) (?:instead of|rather than) .+$/iu.exec(text);
  if (rather) return readClause(rather[1]!, quotes);
  const filled = /^fill (.+) (?:in|out)$/iu.exec(text);
  if (filled) return readClause(`fill in ${filled[1]!}`, quotes);
  const paging =
    /^(?:show|display|list) (\d+|all) ((?:entries|rows|items|results|records|products|lines)(?: per page| a page| at once)?)$/iu.exec(
      text,
    );
  if (paging)
    return [
      {
        do: 'choose',
        value: paging[1]!,
        from: readTarget(paging[2]!, []),
        target: readTarget(paging[1]!, []),
      },
    ];
  const special = readTabs(text, quotes) ?? readGesture(text, quotes);
  if (special) return [special];
  const setting = readSetting(text, quotes);
  if (setting) return setting;
  const matched = matchVerb(text);
  if (!matched) {
    const wanted = text.replace(wants, '');
    return [click('bare', readTarget(wanted, quotes))];
  }
  const { verb, rest } = matched;
  return byVerb(verb.kind, verb.form.toLowerCase(), rest, text, quotes);
}

function byVerb(kind: VerbKind, form: string, rest: string, text: string, quotes: Quotes): Step[] {
  const cookies = readCookies(form, rest);
  if (cookies) return [cookies];
  switch (kind) {
    case 'click':
      return [rest ? click('click', readTarget(rest, quotes)) : { do: 'unknown', text }];
    case 'open': {
      if (!rest) return [click('bare', readTarget(text, quotes))];
      return [readOpen(rest, quotes, form)];
    }
    case 'expand':
    case 'collapse':
      return [click(kind, alsoCalled(readTarget(rest || text, quotes), unmask(text, quotes)))];
    case 'hover':
      return [{ do: 'hover', target: readTarget(rest, quotes) }];
    case 'press':
      return [readPress(rest, quotes)];
    case 'search':
      return [readSearch(rest, quotes)];
    case 'find': {
      if (/^(?:out|what|who|when|how|where|whether|if)\b/iu.test(rest))
        return [question(rest.replace(/^out\s+/iu, ''), quotes)];
      const bare = rest.replace(/\?+$/u, '');
      if (/^where\b/u.test(form) && /^(?:it|that|this|he|she|they|these|those)$/iu.test(bare))
        return [question(text, quotes)];
      return [click('find', readTarget(bare, quotes))];
    }
    case 'choose':
      return rest ? readChoice(rest, quotes) : [{ do: 'unknown', text }];
    case 'tick':
    case 'untick':
    case 'toggle':
      if (!rest || /^out\b/iu.test(rest)) return [readCommand(text, quotes)];
      return ticks(rest, quotes, kind === 'toggle' ? 'toggle' : kind === 'tick', form);
    case 'accept':
      if (/^(?:accept|agree|consent)/u.test(form) && rest)
        return [{ do: 'tick', to: true, target: readTarget(rest, quotes), verb: form }];
      return [readCommand(text, quotes)];
    case 'scroll':
      return [readScroll(rest, quotes)];
    case 'load':
      return [readOpen(rest, quotes, form)];
    case 'close':
      return [{ do: 'close', target: rest ? readTarget(rest, quotes) : null }];
    case 'create':
    case 'add':
      return readMaking(kind, form, rest, text, quotes);
    case 'enter':
      return readEntering(form, rest, text, quotes);
    case 'submit':
      return [
        {
          do: 'submit',
          target:
            !rest ||
            /^(?:it|this|that|(?:the |this |my )?(?:form|answers?|data|changes|request))$/iu.test(rest)
              ? null
              : readTarget(rest, quotes),
        },
      ];
    case 'fill': {
      const form_ =
        /^(?:in |out )?(?:the |this |that )?(?:\S+ )?(?:form|fields|details|information)\b(?: below| above)?\s*(?:with|using|as follows|like this|:|,)?\s*(.*)$/iu.exec(
          rest,
        );
      const pairs = form_?.[1] ? readPairs(form_[1], quotes) : [];
      if (pairs.length) return [{ do: 'fill', how: 'fill', thing: null, fields: pairs }];
      const several = readPairs(rest, quotes);
      if (several.length > 1) return [{ do: 'fill', how: 'fill', thing: null, fields: several }];
      if (!rest) return [{ do: 'unknown', text }];
      return [{ do: 'set', target: readTarget(rest, quotes), value: null, verb: form }];
    }
    case 'set':
      return rest
        ? [{ do: 'set', target: readTarget(rest, quotes), value: null, verb: form }]
        : [{ do: 'unknown', text }];
    case 'clear':
      return [{ do: 'set', target: readTarget(rest, quotes), value: '', verb: form }];
    case 'sort':
    case 'filter':
      return [readArranging(kind, rest, text, quotes)];
    case 'back':
      return [readBack(rest, quotes)];
    case 'forward':
      return [{ do: 'history', way: 'forward' }];
    case 'reload':
      return [{ do: 'history', way: 'reload' }];
    case 'wait':
      return [readWait(rest)];
    case 'drag':
    case 'paste':
      return [{ do: 'unknown', text }];
    case 'question':
      return [question(text, quotes)];
    case 'command':
      return [readCommand(text, quotes)];
  }
}

const question = (text: string, quotes: Quotes): Step => ({
  do: 'question',
  text: unmask(text, quotes, false)
    .replace(/^read (?:me|us|out|aloud|to me) /iu, 'read ')
    .replace(ASKING_LEAD, (m) => (/^read/iu.test(m) ? m : '')),
});

function readPress(rest: string, quotes: Quotes): Step {
  const on = /^(.+?) (?:in|on|inside) (?:the )?(.+)$/iu.exec(rest);
  const key = asKey(rest);
  if (key) return { do: 'press', key: key.key, target: null, name: key.sure ? '' : unmask(rest, quotes) };
  const there = on && asKey(on[1]!);
  if (there?.sure) return { do: 'press', key: there.key, target: readTarget(on![2]!, quotes), name: '' };
  return rest ? click('click', readTarget(rest, quotes)) : { do: 'unknown', text: 'press' };
}

function readSearch(rest: string, quotes: Quotes): Step {
  const m =
    /^(?:(?:on |in |through )?(?:the |this |our )(?:\S+ )?\S+ |(?:site|docs|documentation|web|mails?|e-?mails?|messages?|inbox|catalog(?:ue)?|products?|articles?|issues?|users?|contacts?|tables?|lists?|results) )?for (.+)$/iu.exec(
      rest,
    ) ??
    /^(.+?)\s+(?:in|on|using|with|via)\s+(?:the )?(?:search (?:box|bar|field)|site|website|search)$/iu.exec(
      rest,
    );
  const query = m ? m[1]! : rest;
  return {
    do: 'search',
    query: query
      ? unmask(
          query.replace(
            /^(?:for|the (?:term|word|phrase)|articles? about|information (?:on|about))\s+/iu,
            '',
          ),
          quotes,
        )
      : null,
    target: null,
  };
}
