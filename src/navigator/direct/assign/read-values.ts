/** Reads values: after the name of their field, before this name, or without it. */
import { COST, DETERMINERS, BONUS } from './line-words.js';
import type { FormField } from './form-model.js';
import {
  addSettings,
  assignValue,
  MAX_UNLABELLED_TOKENS,
  type Reader,
  type ReadingState,
  type Transition,
} from './reading-state.js';
import { sliceText } from './tokens.js';
import { EMAIL } from '../language/pairs.js';
import {
  CONNECTING,
  CREATING,
  FIELD_NOUNS,
  FINISHING,
  FROM_NAMES,
  LINKS,
  POLITE,
  TO_NAMES,
  VALUE_LINKS,
} from './word-sets.js';

const MONEY =
  /^(?:[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|euros?|dollars?|pounds?|francs?|kroner|eur|usd|gbp|chf|nok))$/iu;
const PLAIN_NUMBER = /^\d+(?:[.,]\d+)?$/u;
const AMOUNT_NOUN = /\b(?:amount|price|cost|much|total|sum|fee|value)\b/u;

const MONEY_UNIT = /\s?(?:[$€£¥]|\p{L}+)$/u;
const pushTransition = (transitions: Transition[], end: number, state: ReadingState | null): void =>
  void (state && transitions.push([end, state]));

/** Whether the value is a count for a number field: "3 nights". */
const isCountFor = (field: FormField, value: string): boolean =>
  field.kind === 'number' && PLAIN_NUMBER.test(value);

/** Whether the value may be the name of a new entry. */
const isName = (value: string, isQuoted: boolean): boolean =>
  isQuoted || (/^\p{Lu}/u.test(value) && value.split(' ').length <= 6 && !JOINING_WORD.test(value));
const JOINING_WORD = /[,;:]|\s(?:from|by|for|in|on|at|with|of|to|and)\s/u;

/** Reads "no title", which empties the field. */
export function readEmptiedField(reader: Reader, state: ReadingState, tokenIndex: number): Transition[] {
  const { words } = reader;
  if (words.getToken(tokenIndex)!.text !== 'no' || !words.isBoundary(tokenIndex)) return [];
  return words.findLabels(tokenIndex + 1).flatMap(({ end, field, bonus }): Transition[] => {
    const settings =
      words.canEndValue(end) && !state.usedFields.has(field.index) ? field.toEmptySettings() : null;
    return settings ? [[end, addSettings(state, field, settings, bonus)]] : [];
  });
}

/**
 * Reads the name of a field and its value: "price 24.90", "status: Paid", "the country is Chile". For a checkbox, the
 * name alone is enough.
 */
export function readLabelledValue(reader: Reader, state: ReadingState, tokenIndex: number): Transition[] {
  const { words, line, form } = reader;
  const transitions: Transition[] = [];
  const labels = words.findLabels(tokenIndex).filter(({ field }) => !state.usedFields.has(field.index));
  if (state.namesMainField) {
    const mainField = form.fields.find((f) => f.isMain);
    if (mainField && !state.usedFields.has(mainField.index))
      labels.push({ end: tokenIndex, field: mainField, bonus: BONUS.label });
  }
  for (const { end, field, bonus } of labels) {
    if (field.kind === 'tick') {
      const isVerb =
        CREATING.has(words.getToken(tokenIndex)!.text) || FINISHING.has(words.getToken(tokenIndex)!.text);
      // "A token with write access" ticks the checkbox “Allow write access”.
      const followsWith = words.getToken(tokenIndex - 1)?.text === 'with';
      // "Name Theatre, colour red, featured"
      const isPart =
        state.assignedValues.length > 0 && words.findPartEnd(tokenIndex) === end && bonus >= BONUS.label;
      const isTicked = state.tickValue ?? (followsWith || isPart || (field.isRadio && !isVerb) ? true : null);
      // "Accept the ticket" both chooses an option and asks to submit it; "a return, please" only chooses.
      const isCommand = tokenIndex === 0 && words.hasTopicWordAfter(end);
      const impliedChange =
        state.tickValue === null && field.isRadio && isCommand ? { createsEntry: true } : {};
      const nextState =
        isTicked === null
          ? null
          : assignValue(reader, state, field, isTicked ? 'yes' : 'no', bonus, impliedChange);
      const followingText = words.getToken(end)?.text ?? '';
      if (nextState && !LINKS.has(followingText) && (words.canEndValue(end) || CONNECTING.has(followingText)))
        transitions.push([end, nextState]);
    }
    for (const { start, linkBonus, row } of listValueStarts(reader, state, end))
      for (const [valueEnd, cost] of words.listValueEnds(start)) {
        if (start === end && words.hasComma(start, valueEnd)) continue;
        if (cost >= COST.impossible) continue;
        const value = sliceText(line, start, valueEnd);
        const nextState = assignValue(reader, state, field, value, bonus + linkBonus - cost, { row }, true);
        if (nextState) transitions.push([valueEnd, nextState]);
      }
  }
  return transitions;
}

/** Returns the only field whose name contains one of the words. */
function findFieldWith(nameWords: ReadonlySet<string>, { form }: Reader): FormField | null {
  const hits = form.fields.filter(
    ({ kind, names }) => kind !== 'tick' && names.some((name) => name.some((word) => nameWords.has(word))),
  );
  return hits.length === 1 ? hits[0]! : null;
}

/**
 * Reads "from X to Y" in a form with one field for each: “Redirect from” and “Redirect to”, “Old path” and “New path”.
 */
export function readFromTo(reader: Reader, state: ReadingState, tokenIndex: number): Transition[] {
  const { words, line } = reader;
  if (words.getToken(tokenIndex)!.text !== 'from') return [];
  const fromField = findFieldWith(FROM_NAMES, reader);
  const toField = findFieldWith(TO_NAMES, reader);
  if (!fromField || !toField || fromField === toField || fromField.kind !== toField.kind) return [];
  return line.tokens.flatMap(({ text }, to): Transition[] => {
    if (to < tokenIndex + 2 || text !== 'to' || words.hasComma(tokenIndex, to)) return [];
    const next = assignValue(
      reader,
      state,
      fromField,
      sliceText(line, tokenIndex + 1, to),
      BONUS.label,
      {},
      true,
    );
    return words.listValueEnds(to + 1).flatMap(([end, cost]): Transition[] => {
      const value = sliceText(line, to + 1, end);
      const last =
        next && cost < COST.impossible
          ? assignValue(reader, next, toField, value, BONUS.label - cost, {}, true)
          : null;
      return last ? [[end, last]] : [];
    });
  });
}

/** Lists where a named field's value may begin. A row may stand between: "the price of the Kettle to 31.50". */
export function listValueStarts(
  { words, mentions }: Reader,
  state: ReadingState,
  end: number,
): { start: number; linkBonus: number; row: ReadingState['row'] }[] {
  const labelEnd = words.skipHint(FIELD_NOUNS.has(words.getToken(end)?.text ?? '') ? end + 1 : end);
  const starts = words
    .listLinkEnds(labelEnd)
    .map(([start, linkBonus]) => ({ start, linkBonus, row: state.row }));
  if (state.row) return starts;
  const startsAfterRow = words.listRowStarts(labelEnd).flatMap((tokenIndex) =>
    (mentions.get(tokenIndex) ?? []).flatMap((rowEnd) =>
      words.listLinkEnds(words.skipOwnedNoun(rowEnd)).map(([start, linkBonus]) => ({
        start,
        linkBonus: linkBonus + BONUS.row + 0.1 * (rowEnd - tokenIndex),
        row: [tokenIndex, rowEnd] as const,
      })),
    ),
  );
  return [...starts, ...startsAfterRow];
}

/** Reads a value before the name of its field: "“Echo Park” in the name field", "2001 in founded", "Dario paid". */
export function readValueBeforeLabel(reader: Reader, state: ReadingState, tokenIndex: number): Transition[] {
  const { words, line } = reader;
  const transitions: Transition[] = [];
  if (words.getToken(tokenIndex)!.kind === 'separator') return transitions;
  for (
    let valueEnd = tokenIndex + 1;
    valueEnd <= Math.min(line.tokens.length - 1, tokenIndex + MAX_UNLABELLED_TOKENS);
    valueEnd++
  ) {
    if (words.getToken(valueEnd - 1)!.kind === 'separator') break;
    const value = sliceText(line, tokenIndex, valueEnd);
    const isLinked = VALUE_LINKS.has(words.getToken(valueEnd)!.text);
    let labelStart = isLinked ? valueEnd + 1 : valueEnd;
    if (isLinked) while (DETERMINERS.has(words.getToken(labelStart)?.text ?? '')) labelStart++;
    if (labelStart >= line.tokens.length) continue;
    for (const { end, field, bonus } of words.findLabels(labelStart)) {
      if (field.kind === 'tick' || (!isLinked && !field.hasOption(value) && !isCountFor(field, value)))
        continue;
      let fieldEnd = end;
      if (FIELD_NOUNS.has(words.getToken(fieldEnd)?.text ?? '')) fieldEnd++;
      if (isLinked && !words.canEndValue(fieldEnd) && !CONNECTING.has(words.getToken(fieldEnd)!.text))
        continue;
      const cost = words.getValueCost(tokenIndex, valueEnd);
      const isPlain = !line.tokens
        .slice(tokenIndex + 1, valueEnd)
        .some((t) => t.text === 'and' || VALUE_LINKS.has(t.text));
      if (cost >= COST.impossible || !isPlain) continue;
      const nextState = assignValue(reader, state, field, value, bonus - 0.05 - cost);
      if (nextState) transitions.push([fieldEnd, nextState]);
    }
  }
  return transitions;
}

/** Reads a value without the name of a field, if it fits only one: by its options, its kind, or as the entry's name. */
export function readUnlabelledValue(reader: Reader, state: ReadingState, tokenIndex: number): Transition[] {
  const { words, line, form } = reader;
  const transitions: Transition[] = [];
  if (words.getToken(tokenIndex)!.kind === 'separator') return transitions;
  const unusedFields = form.fields.filter((f) => !state.usedFields.has(f.index));
  const findOnly = (matches: (f: FormField) => boolean): FormField | null => {
    const hits = unusedFields.filter(matches);
    return hits.length === 1 ? hits[0]! : null;
  };
  const isAmount = (f: FormField): boolean =>
    (f.kind === 'number' || f.kind === 'text') && f.names.some((name) => AMOUNT_NOUN.test(name.join(' ')));
  for (const [valueEnd, cost] of words.listValueEnds(tokenIndex)) {
    if (valueEnd > tokenIndex + MAX_UNLABELLED_TOKENS) break;
    if (cost >= COST.impossible) continue;
    const value = sliceText(line, tokenIndex, valueEnd);
    const optionField = findOnly((f) => f.hasOption(value));
    const isWholePart =
      words.findPartEnd(tokenIndex) === valueEnd || POLITE.has(words.getToken(valueEnd)?.text ?? '');
    const partialField = !optionField && isWholePart ? findOnly((f) => f.hasOptionContaining(value)) : null;
    const fieldOfKind = EMAIL.test(value)
      ? findOnly((f) => f.kind === 'email' || f.names.some((name) => name.includes('email')))
      : MONEY.test(value) || PLAIN_NUMBER.test(value)
        ? (findOnly(isAmount) ?? findOnly((f) => f.kind === 'number'))
        : findOnly((f) => f.kind === 'date' && f.toSettings(value) !== null);
    if (optionField)
      pushTransition(
        transitions,
        valueEnd,
        assignValue(reader, state, optionField, value, BONUS.option - cost),
      );
    else if (partialField)
      pushTransition(
        transitions,
        valueEnd,
        assignValue(reader, state, partialField, value, BONUS.partialOption - cost),
      );
    else if (fieldOfKind)
      pushTransition(
        transitions,
        valueEnd,
        assignValue(
          reader,
          state,
          fieldOfKind,
          MONEY.test(value) ? value.replace(MONEY_UNIT, '') : value,
          BONUS.valueKind - cost,
        ),
      );
    const mainField = unusedFields.find((f) => f.isMain);
    const isQuoted = words.getToken(tokenIndex)!.kind === 'quotation' && valueEnd === tokenIndex + 1;
    const isAfterFor = words.getToken(tokenIndex - 1)?.text === 'for';
    const isFirst = state.assignedValues.length === 0 || isAfterFor;
    if (
      mainField &&
      mainField.isEmpty &&
      (state.expectsName || isQuoted || isAfterFor) &&
      (isQuoted || isFirst) &&
      isName(value, isQuoted)
    )
      pushTransition(
        transitions,
        valueEnd,
        assignValue(reader, state, mainField, value, BONUS.mainField - cost),
      );
  }
  return transitions;
}
