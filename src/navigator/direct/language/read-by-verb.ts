/** Parses a clause that begins with a verb. */
import type { VerbKind } from '../lexicon/verbs.js';
import { createQuestion, readPress, readSearch } from './questions-and-searches.js';
import { readChoice, readTicks, readSortOrFilter } from './choices.js';
import { unmask } from './line-text.js';
import { readCommand, readCreateOrAdd, readLogInOrSignUp } from './commands.js';
import { readCreation } from './fields.js';
import { readPairs } from './pairs.js';
import { parseUrl } from './parse-url-and-key.js';
import { readScroll } from './scrolling.js';
import { createClick, type Step, type Target, type Quotes } from './steps.js';
import { readLimitedTarget } from './target-limits.js';
import { removeArticle, readTarget } from './target.js';
import { readWait } from './waiting.js';

function readOpen(rest: string, quotes: Quotes, verb: string): Step {
  const url = parseUrl(unmask(rest, quotes));
  if (url) return { do: 'load', url, originalText: unmask(rest, quotes) };
  const trimmed = removeArticle(rest).toLowerCase();
  const isNavigation = /^(?:go|jump|get|return|head|move|take|bring|navigate|switch)/u.test(verb);
  if (isNavigation && /^(?:very )?(?:top|beginning)(?: of .*)?$/u.test(trimmed))
    return { do: 'scroll', destination: 'top', within: null };
  if (isNavigation && /^(?:very )?(?:bottom|end)(?: of .*)?$/u.test(trimmed))
    return { do: 'scroll', destination: 'bottom', within: null };
  if (isNavigation && /^previous (?:page|screen|site)$/u.test(trimmed) && /back|return/u.test(verb))
    return { do: 'history', way: 'back' };
  return createClick('open', readLimitedTarget(rest, quotes));
}

/** Whether the words describe an item to create, rather than one on the page. */
const createsItem = (rest: string, quotes: Quotes): boolean =>
  readTarget(rest.split(' ').slice(0, 2).join(' '), quotes).description?.kind === null &&
  readCreation(rest, quotes).fields.length > 0;

function readBack(rest: string, quotes: Quotes): Step {
  if (/^to (?:the )?(?:top|start|beginning)\b/iu.test(rest))
    return { do: 'scroll', destination: 'top', within: null };
  const destination = /^to (?:the )?(.+)$/iu.exec(rest);
  if (
    destination &&
    !/^(?:previous|last|earlier|prior)(?: \w+)?$/iu.test(destination[1]!) &&
    !/^where\b/iu.test(destination[1]!)
  )
    return createClick('open', readTarget(destination[1]!, quotes));
  return { do: 'history', way: 'back' };
}

function readCookies(verb: string, rest: string): Step | null {
  if (!/\bcookies?\b|\bconsent (?:banner|dialog|popup)\b/iu.test(rest) || rest.split(' ').length > 6)
    return null;
  if (/^(?:accept|allow|agree|consent)/iu.test(verb)) return { do: 'cookies', choice: 'accept' };
  if (/^(?:reject|decline|deny|refuse)/iu.test(verb)) return { do: 'cookies', choice: 'reject' };
  return /^(?:close|dismiss|get rid|exit|hide|remove|clear)/iu.test(verb)
    ? { do: 'cookies', choice: 'close', originalText: removeArticle(rest) }
    : null;
}

/** Adds the interpretation as a button with exactly this name, such as "Expand all". */
const addNameInterpretation = (target: Target, phrase: string): Target => ({
  ...target,
  interpretations: [
    target.interpretations[0],
    ...target.interpretations.slice(1),
    { phrase, role: null, nth: null, place: null, prior: 1 },
  ],
});

/**
 * @param rest the words after the verb
 * @param text the whole clause
 */
export function readByVerb(kind: VerbKind, verb: string, rest: string, text: string, quotes: Quotes): Step[] {
  const cookies = readCookies(verb, rest);
  if (cookies) return [cookies];
  switch (kind) {
    case 'click':
      return [rest ? createClick('click', readLimitedTarget(rest, quotes)) : { do: 'unknown', text }];
    case 'open': {
      if (
        /^(?:show|let me see|see)/u.test(verb) &&
        /^(?:what|who|when|where|how|why|whether|if)\b/iu.test(rest)
      )
        return [createQuestion(rest, quotes)];
      if (!rest)
        return /^check out$/iu.test(text)
          ? [readCommand(text, quotes)]
          : [createClick('bare', readTarget(text, quotes))];
      // "Open a ticket with the subject X" creates an item with fields.
      if (
        /^an? \p{L}+ (?:with the|titled|with an?) /iu.test(rest) &&
        verb === 'open' &&
        createsItem(rest, quotes)
      )
        return readCreateOrAdd('create', verb, rest, text, quotes);
      return [readOpen(rest, quotes, verb)];
    }
    case 'expand':
    case 'collapse':
      return [
        createClick(
          kind,
          addNameInterpretation(readLimitedTarget(rest || text, quotes), unmask(text, quotes)),
        ),
      ];
    case 'hover':
      return [{ do: 'hover', target: readLimitedTarget(rest, quotes) }];
    case 'press':
      return [readPress(rest, quotes)];
    case 'search':
      return [readSearch(rest, quotes)];
    case 'find': {
      if (/^(?:out|what|who|when|how|where|whether|if)\b/iu.test(rest))
        return [createQuestion(rest.replace(/^out\s+/iu, ''), quotes)];
      const trimmed = rest.replace(/\?+$/u, '');
      if (/^where\b/u.test(verb) && /^(?:it|that|this|he|she|they|these|those|you|we|i)\b/iu.test(trimmed))
        return [createQuestion(text, quotes)];
      return [createClick('find', readTarget(trimmed, quotes))];
    }
    case 'choose':
      return rest ? readChoice(rest, quotes) : [{ do: 'unknown', text }];
    case 'tick':
    case 'untick':
    case 'toggle':
      if (!rest || /^out\b/iu.test(rest)) return [readCommand(text, quotes)];
      return readTicks(rest, quotes, kind === 'toggle' ? 'toggle' : kind === 'tick', verb);
    case 'accept':
      if (/^(?:accept|agree|consent)/u.test(verb) && rest)
        return [{ do: 'tick', newState: true, target: readTarget(rest, quotes), verb }];
      return [readCommand(text, quotes)];
    case 'scroll':
      return [readScroll(rest, quotes)];
    case 'load':
      return [readOpen(rest, quotes, verb)];
    case 'close':
      return [{ do: 'close', target: rest ? readTarget(rest, quotes) : null }];
    case 'create':
    case 'add':
      return readCreateOrAdd(kind, verb, rest, text, quotes);
    case 'enter':
      return readLogInOrSignUp(verb, rest, text, quotes);
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
      const formMatch =
        /^(?:in |out )?(?:the |this |that )?(?:\S+ )?(?:form|fields|details|information)\b(?: below| above)?\s*(?:with|using|as follows|like this|:|,)?\s*(.*)$/iu.exec(
          rest,
        );
      // "fill in the address: street …, city …".
      const pairText = /^(?:in |out )?(?:the |this |that |my )?[\p{L} ]{2,30}?:\s*(.+)$/iu.exec(rest)?.[1];
      const phrase = formMatch?.[1] || (pairText && readPairs(pairText, quotes).length > 1 ? pairText : '');
      const pairs = phrase ? readPairs(phrase, quotes) : [];
      if (pairs.length) return [{ do: 'fill', kind: 'fill', item: null, fields: pairs }];
      const restPairs = readPairs(rest, quotes);
      if (restPairs.length > 1) return [{ do: 'fill', kind: 'fill', item: null, fields: restPairs }];
      if (!rest) return [{ do: 'unknown', text }];
      return [{ do: 'set', target: readTarget(rest, quotes), value: null, verb }];
    }
    case 'set':
      return rest
        ? [{ do: 'set', target: readTarget(rest, quotes), value: null, verb }]
        : [{ do: 'unknown', text }];
    case 'clear':
      if (/^(?:the |my )?search(?: (?:terms?|words?|query|results?))?$/iu.test(rest))
        return [{ do: 'search', query: '', target: null }];
      return [{ do: 'set', target: readTarget(rest, quotes), value: '', verb }];
    case 'sort':
    case 'filter':
      if (verb === 'order' && !/\bby\b/iu.test(rest) && readCreation(rest, quotes).fields.length)
        return readCreateOrAdd('create', verb, rest, text, quotes);
      return [readSortOrFilter(kind, rest, text, quotes)];
    case 'back':
      return [readBack(rest, quotes)];
    case 'forward':
      return /^(?:again|(?:one|a) (?:page|step)|to the next page|in history)?$/iu.test(rest)
        ? [{ do: 'history', way: 'forward' }]
        : [readCommand(text, quotes)];
    case 'reload':
      return [{ do: 'history', way: 'reload' }];
    case 'wait':
      return [readWait(rest)];
    case 'drag':
      // Without a drop target, "drop" is the name of a button ("drop the index").
      return verb === 'drop' && rest ? [readCommand(text, quotes)] : [{ do: 'unknown', text }];
    case 'paste':
      return [{ do: 'unknown', text }];
    case 'question':
      return [createQuestion(text, quotes)];
    case 'command':
      return [readCommand(text, quotes)];
  }
}
