/** Clauses whose words stand on a button: "delete the event Lunch", "add the mug to my cart", "log in as …". */
import { matchVerb, unmask } from './clauses.js';
import { readCreation, readPairs } from './fields.js';
import { click, type Place, type Step, type Target, type Quotes } from './steps.js';
import { at, noArticle, readTarget } from './target.js';

/** Buttons named by what is said: "delete the event Lunch", "add the mug to my cart". */
export function readCommand(text: string, quotes: Quotes): Step {
  const add =
    /^(add|put|move|save) (?:the |a |an )?(.+?) (?:to|into|in) (?:the |my |your )?((?:shopping )?(?:cart|basket|bag|wishlist|wish list|favou?rites|list|watchlist))$/iu.exec(
      text,
    );
  if (add) {
    const list = add[3]!.toLowerCase();
    const it = /^(?:it|this|that|this (?:item|product)|item|product)$/iu.test(add[2]!);
    const target = readTarget(`Add to ${list}`, quotes);
    return click(
      'command',
      it ? target : at(plainReadings(target), { relation: 'for', words: unmask(noArticle(add[2]!), quotes) }),
    );
  }
  const bare = text.replace(/\s+(?:it|this|that|everything|all of it|my changes|the changes)$/iu, (m) =>
    /changes/iu.test(m) ? m : '',
  );
  return click('command', commandTarget(bare, quotes));
}

/** The whole clause as the name, and the verb as the name at the place of its object. */
function commandTarget(text: string, quotes: Quotes): Target {
  const target = readTarget(text, quotes);
  const matched = matchVerb(text);
  const object = matched && noArticle(matched.rest);
  if (!object) return plainReadings(target);
  const bare = object.replace(
    /^(?:event|item|row|user|product|entry|article|post|task|message|record|file|account|comment|page|project|note)\s+(?=\S)/iu,
    '',
  );
  const place = (words: string): Place => ({ relation: 'for', words: unmask(words, quotes) });
  const verb = matched.verb.form;
  // "Watch this article": what is open is meant, so the verb alone names the button.
  const here =
    /^(?:this|that|the current|my|the)\s+(?:page|article|item|product|event|post|video|file|project|changes|order|form|recipe|entry|topic|thread|repository|issue|document|book|course|message|conversation|profile|settings?|draft)$/iu.test(
      matched.rest,
    )
      ? [{ phrase: verb, role: null, nth: null, place: null, prior: 0.97 }]
      : [];
  const extra = [...new Set([object, bare])].map((words) => ({
    phrase: verb,
    role: null,
    nth: null,
    place: place(words),
    prior: 0.97,
  }));
  const plain = plainReadings(target);
  return { ...plain, readings: [plain.readings[0], ...plain.readings.slice(1), ...here, ...extra] };
}

/** Puts the plain name in front: a command is spoken of as its button is named. */
function plainReadings(target: Target): Target {
  const plain = { phrase: target.text, role: null, nth: null, place: null, prior: 1 };
  return {
    ...target,
    readings: [plain, ...target.readings.filter((r) => r.phrase !== target.text || r.role || r.place)],
  };
}

export function readMaking(
  kind: 'create' | 'add',
  form: string,
  rest: string,
  text: string,
  quotes: Quotes,
): Step[] {
  if (!rest) return [readCommand(text, quotes)];
  if (kind === 'add') {
    if (
      / (?:to|into) (?:the |my |your )?(?:shopping )?(?:cart|basket|bag|wish ?list|favou?rites|list|watchlist)$/iu.test(
        text,
      ) ||
      /^to\b/iu.test(rest)
    )
      return [readCommand(text, quotes)];
  }
  const { thing, fields } = readCreation(rest, quotes);
  if (form === 'start' && !fields.length) return [readCommand(text, quotes)];
  return [{ do: 'fill', how: 'create', thing: { ...readTarget(thing || rest, quotes) }, fields }];
}

export function readEntering(form: string, rest: string, text: string, quotes: Quotes): Step[] {
  const name = form.replace(/ me\b/u, '');
  const said = name.charAt(0).toUpperCase() + name.slice(1);
  const as = /^(?:as|with|using)\s+([^\s,]+)(?:\s+(?:and|with|using)\s+(?:the )?(.+))?$/iu.exec(rest);
  const user = as && !/^(?:the|my|a|an|username|user|email|e-mail|name|password)$/iu.test(as[1]!);
  const fields = readPairs(
    rest.replace(/^(?:to the site |in )?(?:with|using|as|for .+? with|:)\s*/iu, ''),
    quotes,
  );
  if (user) {
    const mail = /@/u.test(unmask(as[1]!, quotes));
    const first = { field: readTarget(mail ? 'email' : 'username', []), value: unmask(as[1]!, quotes) };
    return [
      {
        do: 'fill',
        how: 'enter',
        thing: readTarget(said, []),
        fields: [first, ...(as[2] ? readPairs(as[2], quotes) : [])],
      },
    ];
  }
  return fields.length
    ? [{ do: 'fill', how: 'enter', thing: readTarget(said, []), fields }]
    : [readCommand(text, quotes)];
}
