/** Parses clauses that give a field a value: "type V into F", "fill in F with V", "set F to V", "F is V", "F: V". */
import { FIELD_WORDS } from '../lexicon/forms.js';
import { toAlternation } from '../text.js';
import { unmask } from './line-text.js';
import { readMoment } from './moments.js';
import { readLimitedTarget } from './target-limits.js';
import { readLabelledPairs, readPairs } from './pairs.js';
import { OWN_LABEL, readSource } from './sources.js';
import type { Step } from './steps.js';
import { removeArticle, readTarget } from './target.js';

type Quotes = readonly string[];

const FIELD = toAlternation(FIELD_WORDS);
/**
 * Patterns with the field at the end: after "into", or after "in", "on" or "for" followed by a field word or an
 * article.
 */
const VALUE_FIRST: readonly RegExp[] = [
  /^(type|type in|enter|input|write|write down|put|put in|key in|insert|fill in|fill|paste)\s+(.+)\s+(?:into|in to)\s+(.+)$/iu,
  /^(type|type in|enter|input|write|write down|put|put in|key in|insert|add|use|fill in|paste|set|choose|pick)\s+(.+)\s+as\s+((?:the|a|an|my|your|his|her)\s+.+)$/iu,
  /^(type|type in|enter|input|write|write down|put|put in|key in|insert|use)\s+(.+)\s+as\s+(.+)$/iu,
  /^(type|type in|enter|input|write|write down|put|put in|key in|insert|fill in|paste)\s+(.+)\s+(?:in|on|to|inside|for|under)\s+((?:the|my|your|that|this)\s+.+)$/iu,
  /^(type|type in|enter|input|write|write down|put|put in|key in|insert|fill in|paste)\s+(.+)\s+(?:in|for|under)\s+(.+)$/iu,
];
const FIELD_FIRST: readonly RegExp[] = [
  /^(fill in|fill out|fill up|fill|complete|populate|replace|swap)\s+(.+?)\s+(?:with|as)\s+(.+)$/iu,
  /^(set|toggle|switch|change|update|adjust|edit|modify|rename|correct|raise|lower|increase|decrease|reduce)\s+((?:the )?to (?:field|box|date)|.+?)\s+(?:to be|to|(?<!\b(?:the|my|its) )from .+? to|as|=)\s+(.+)$/iu,
  /^(enter|type|input|put|write|fill in|set)\s+((?:the |my |a )?.{2,30}?)\s*(?:(?<!\d):|=)\s*(.+)$/iu,
];

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const createSetStep = (phrase: string, value: string, verb: string, quotes: Quotes, kind = ''): Step => {
  const field = kind ? `the ${ORDINALS[Number(phrase.slice(1)) - 1] ?? phrase} ${kind}` : phrase;
  const target = EVERY_FIELD.test(field) ? readLimitedTarget(field, quotes) : readTarget(field, quotes);
  const source = readSource(value, quotes);
  if (source) return { do: 'set', target, value: null, source, verb: verb.toLowerCase() };
  return { do: 'set', target, value: applyLetterCase(value, quotes), verb: verb.toLowerCase() };
};

/** Phrases for several fields: "both text fields", "all the boxes". */
const EVERY_FIELD = /^(?:all|both|each|every)\s/iu;

/** Letter case given after the value: "in all lower case letters", "in capitals". */
const LETTER_CASE =
  /^(.+?),? (?:in|as|with|using)(?: all| only)? (?:(lower|upper|small|capital|block)[ -]?(?:case)?(?: letters| characters)?|(capitals|caps|uppercase|lowercase))(?: letters| characters)?$/iu;

function applyLetterCase(value: string, quotes: Quotes): string {
  const m = LETTER_CASE.exec(value);
  if (!m) return unmask(value, quotes);
  const phrase = unmask(m[1]!, quotes);
  return /^(?:lower|small)/iu.test(m[2] ?? m[3]!) ? phrase.toLowerCase() : phrase.toUpperCase();
}

/**
 * Parses several `F: V` pairs, or one `the F is V`. `F` must be a known field, because "Note: …" is a common phrase.
 */
function readStatements(text: string, quotes: Quotes): Step[] | null {
  const pairs = [
    ...text.matchAll(
      new RegExp(
        `(?:^|[,;]\\s*(?:and\\s+)?|\\band\\s+)(${FIELD})\\s*:\\s*(.+?)(?=(?:[,;]\\s*(?:and\\s+)?|\\s+and\\s+)(?:${FIELD})\\s*:|$)`,
        'giu',
      ),
    ),
  ];
  if (pairs.length && pairs[0]!.index === 0)
    return pairs.map((m) => createSetStep(m[1]!, m[2]!, 'set', quotes));
  const statementMatch = new RegExp(
    `^(?:the|my|our|his|her|its)\\s+(${FIELD})(?: field)?\\s+(?:is|should be|will be|must be|shall be)\\s+(.+)$`,
    'iu',
  ).exec(text);
  return statementMatch ? [createSetStep(statementMatch[1]!, statementMatch[2]!, 'set', quotes)] : null;
}

/** Returns the steps of a clause that sets fields; null if it sets none. */
export function readSetting(text: string, quotes: Quotes): Step[] | null {
  const statements = readStatements(text, quotes);
  if (statements) return statements;
  const nameMatch = /^(?:name|call|title) it\s+(.+)$/iu.exec(text);
  if (nameMatch) return [createSetStep('title', nameMatch[1]!, 'set', quotes)];
  const labelledMatch =
    /^(?:fill in|fill out|enter|type|put in|set) (?:the (?:form|fields|address|details) (?:with|as follows)?:? ?)?(.+)$/iu.exec(
      text,
    );
  const entries = labelledMatch && readLabelledPairs(labelledMatch[1]!, quotes);
  if (entries) return entries.map((e) => ({ do: 'set', target: e.field, value: e.value, verb: 'set' }));
  const pairSteps = readNamesAndValues(text, quotes) ?? readValuesAsNames(text, quotes);
  if (pairSteps) return pairSteps;
  const listedSteps = readListedValues(text, quotes);
  if (listedSteps) return listedSteps;
  const pageValuesMatch = PAGE_VALUES_FOR_FIELDS.exec(text);
  if (pageValuesMatch)
    return [
      {
        do: 'set',
        target: readLimitedTarget('each field', []),
        value: null,
        source: { read: 'value', of: { ...readTarget('label', []), text: OWN_LABEL } },
        verb: 'enter',
      },
    ];
  for (const pattern of FIELD_FIRST) {
    const m = pattern.exec(text);
    if (
      m &&
      !isForm(m[2]!) &&
      !(
        /^fill/iu.test(m[1]!) &&
        m[0].includes(':') &&
        /,|\sand\s/u.test(m[3]!) &&
        readPairs(m[3]!, quotes).length > 1
      ) &&
      !(/^(?:change|edit|update|modify)/iu.test(m[1]!) && /^(?:to|the (?:page|tab|view))$/iu.test(m[2]!))
    )
      return [createSetStep(m[2]!, m[3]!, m[1]!, quotes)];
  }
  const rescheduleMatch =
    /^(put|move|reschedule|schedule|set(?! up\b)|shift|postpone|bring|push)\s+(.+?)\s+(?:to|on|at|for)\s+(.+)$/iu.exec(
      text,
    );
  if (rescheduleMatch && readMoment(rescheduleMatch[3]!, ANY_DAY, 'date') !== null)
    return [createSetStep(rescheduleMatch[2]!, rescheduleMatch[3]!, 'set', quotes)];
  for (const pattern of VALUE_FIRST) {
    const m = pattern.exec(text);
    if (m && !isForm(m[3]!)) {
      const source = readSource(m[2]!, quotes);
      if (source) return [createSetStep(m[3]!, m[2]!, m[1]!, quotes)];
      // "enter the password X": the field comes before its value.
      return [createSetStep(m[3]!, removeFieldName(m[2]!), m[1]!, quotes)];
    }
  }
  const typeMatch = /^(type in|type|write down|write|key in|input|enter|insert|paste)\s+(.+)$/iu.exec(text);
  const fillMatch = /^(fill in|fill out|fill)\s+(?:the |my |your )?(.+)$/iu.exec(text);
  const pairMatch =
    fillMatch &&
    new RegExp(
      `^(${FIELD})(?: field)?\\s+(?!(?:field|box|form|details|information|fields|and|or|in|on|of|for)\\b)(\\S.*)$`,
      'iu',
    ).exec(fillMatch[2]!);
  if (
    fillMatch &&
    pairMatch &&
    !/\sand\s|,/iu.test(pairMatch[2]!) &&
    /[\d@\uE000-\uE0FF\p{Lu}]/u.test(pairMatch[2]!)
  )
    return [createSetStep(pairMatch[1]!, pairMatch[2]!, fillMatch[1]!, quotes)];
  return typeMatch ? [readTypedText(typeMatch[1]!, typeMatch[2]!, quotes)] : null;
}

/** Requests to fill each field with the value that the page shows under the field's name. */
const PAGE_VALUES_FOR_FIELDS =
  /^(?:enter|type|put|write|fill in|fill) (?:in )?(?:the values? (?:that|which) (?:corresponds?|belongs?|goes?|fits?) (?:with|to) (?:each|every|the) (?:label|field|name)s?(?: (?:into|in) the .+)?|(?:the |this )?(?:form|fields)(?: below)? (?:with|using|from) (?:the )?(?:values?|data|details|information|entries)(?: shown| given)? (?:from|in|of) (?:the |this )?(?:table|list|page|text).*)$/iu;

/** A list of values, one for each control in order: "set the sliders to 12, 3 and 11". */
const LISTED_VALUES =
  /^(?:set|move|adjust|change) the (?:(\p{L}+) )?(sliders|fields|boxes|inputs|spinners|lists) to (?:the )?(?:combination|values?|numbers?)?\s*[[(]?(-?\d+(?:\.\d+)?(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)-?\d+(?:\.\d+)?)+)[\])]?$/iu;
const SINGULARS: Readonly<Record<string, string>> = { boxes: 'box', inputs: 'input' };

function readListedValues(text: string, quotes: Quotes): Step[] | null {
  const m = LISTED_VALUES.exec(text);
  if (!m) return null;
  const kind = `${m[1] ? `${m[1]} ` : ''}${SINGULARS[m[2]!.toLowerCase()] ?? m[2]!.slice(0, -1)}`;
  return m[3]!
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu)
    .map((value, i) => createSetStep(`#${i + 1}`, value, 'set', quotes, kind));
}

const NAMED_VALUE = new RegExp(
  `^(?:the |my |a |an )?(?:(${FIELD})(?: field)? (?:as |is |of )?(?!(?:in|into|as|to|for|with|field|box)\\b)(\\S.*)|([\\p{L} -]{2,30}?) ([\\uE000-\\uE0FF]))$`,
  'iu',
);

/** Text that only mentions fields, without naming one. */
const INTO_FIELDS = / (?:into|in|to) the (?:\p{L}+ )?(?:fields|boxes|textboxes|inputs|form)(?: below)?$/iu;

/** Parses alternating names and values: `enter the username "karrie" and the password "Pt"`. */
function readNamesAndValues(text: string, quotes: Quotes): Step[] | null {
  const m = /^(type in|type|enter|input|write|put in|put|fill in|fill out|key in|insert|use)\s+(.+)$/iu.exec(
    text,
  );
  const pieces = m?.[2]!.replace(INTO_FIELDS, '').split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu) ?? [];
  if (pieces.length < 2) return null;
  const pairs = pieces.map((piece) => NAMED_VALUE.exec(piece));
  if (!pairs.every((p) => p !== null) || / (?:in|into|as) the /iu.test(text.replace(INTO_FIELDS, '')))
    return null;
  return pairs.map((p) => createSetStep(p[1] ?? p[3]!, p[2] ?? p[4]!, m![1]!, quotes));
}

/** Parses "use robin as the user name and heather as the password". */
function readValuesAsNames(text: string, quotes: Quotes): Step[] | null {
  const m = /^(type in|type|enter|input|write|put in|put|key in|insert|use)\s+(.+)$/iu.exec(text);
  const pieces = m?.[2]!.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu) ?? [];
  const pairs = pieces.map((piece) =>
    /^(\S.*?) as (?:the |my |a |an )?([\p{L}][\p{L} -]{1,30})$/iu.exec(piece),
  );
  if (pieces.length < 2 || !pairs.every((p) => p !== null)) return null;
  return pairs.map((p) => createSetStep(p[2]!, p[1]!, m![1]!, quotes));
}

const ANY_DAY = new Date(2000, 0, 1);
const isForm = (field: string): boolean => /^(?:the |this |out the )?(?:\S+ )?form$/iu.test(field);

/** Removes a field name before a value: X in "the password X", if the real field follows. */
const removeFieldName = (value: string): string => {
  const m = new RegExp(
    `^(?:the |my )?(?:${FIELD}|text|value|word|words|number|phrase|string)\\s+([\\uE000-\\uE0FF])$`,
    'iu',
  ).exec(value);
  return m
    ? m[1]!
    : value
        .replace(/^(?:the )?(?:number|answer|figure) (?=[-\d\uE000-\uE0FF])/iu, '')
        .replace(/^(?:the )?(?:text|value|words?|phrase|string)\s+(?=\S)/iu, '');
};

/**
 * Parses typed text. "type Kyoto" has no field, "enter your email" has no value, and "enter email a@b.c" has both.
 */
function readTypedText(verb: string, rest: string, quotes: Quotes): Step {
  const source = readSource(rest, quotes);
  // "Enter the number of guests" names a field, not a value to read from the page.
  if (source && source.read !== 'value' && !(source.read === 'answer' && source.question !== ''))
    return { do: 'set', target: null, value: null, source, verb: verb.toLowerCase() };
  const quotedMatch = /^(.{2,40}?)\s+([\uE000-\uE0FF])$/u.exec(rest);
  if (quotedMatch && !/^(?:the )?(?:text|value|words?|phrase|string)$/iu.test(quotedMatch[1]!))
    return createSetStep(quotedMatch[1]!, quotedMatch[2]!, verb, quotes);
  const pairMatch = new RegExp(
    `^(?:the |my |your |a )?(${FIELD})(?: field| address)?\\s+(?:as |is |of )?(\\S.*)$`,
    'iu',
  ).exec(rest);
  if (pairMatch && !/^(?:field|box|input|area)$/iu.test(pairMatch[2]!))
    return createSetStep(pairMatch[1]!, pairMatch[2]!, verb, quotes);
  const fieldOnly = new RegExp(
    `^(?:the |my |your |a |an )?(?:.+ )?(?:${FIELD}|field|box)(?: field| box| address)?$`,
    'iu',
  );
  if (
    !/^(?:today|tomorrow|yesterday)'s /iu.test(rest) &&
    fieldOnly.test(rest) &&
    (/^(?:the|my|your|an?)\s/iu.test(rest) || /^enter$/iu.test(verb))
  )
    return { do: 'set', target: readTarget(rest, quotes), value: null, verb: verb.toLowerCase() };
  return {
    do: 'set',
    target: null,
    value: unmask(removeFieldName(removeArticleBeforeQuote(rest)), quotes),
    verb: verb.toLowerCase(),
  };
}

const removeArticleBeforeQuote = (text: string): string =>
  /^the [\uE000-\uE0FF]$/u.test(text) ? removeArticle(text) : text;
