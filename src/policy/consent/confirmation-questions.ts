/**
 * Data: questions that dialogs and pages ask before an irreversible action. Patterns expect text folded by `foldPage`.
 */
import type { ConsentClass, ConsentKind } from '../../contract/index.js';

/** What a question is about; the first match decides. */
export const CONFIRMATION_QUESTIONS: readonly {
  class: ConsentClass;
  kind: ConsentKind;
  pattern: RegExp;
  what: string;
}[] = [
  {
    class: 'account',
    kind: 'close-account',
    what: 'close the account',
    pattern: /\b(?:delet|clos|deactivat|remov|cancel|terminat|eras)\w* (?:\w+ ){0,3}(?:account|profile)\b/u,
  },
  {
    class: 'account',
    kind: 'create-account',
    what: 'create the account',
    pattern: /\b(?:create|open) (?:\w+ ){0,2}account\b/u,
  },
  {
    class: 'buy',
    kind: 'buy',
    what: 'place the order',
    pattern:
      /\b(?:place|submit|confirm|complete) (?:\w+ ){0,2}(?:order|purchase)\b|\b(?:buy|purchase|order) [^?.!]{0,60}\b(?:for|now|this|it|these)\b|\bconfirm (?:\w+ ){0,2}payment\b|\bpay (?:\w+ ){0,2}(?:[$€£¥]|\d|now|this)|\b(?:be|get) (?:charged|debited|billed)\b/u,
  },
  {
    class: 'buy',
    kind: 'buy',
    what: 'transfer the money',
    pattern: /\b(?:transfer|send) (?:\w+ ){0,2}(?:[$€£¥]|\d+(?:\.\d\d)? (?:usd|eur|gbp)|money|funds)/u,
  },
  {
    class: 'buy',
    kind: 'book',
    what: 'make the booking',
    pattern:
      /\b(?:confirm|make|complete) (?:\w+ ){0,2}(?:booking|reservation|appointment)\b|\b(?:book|reserve) (?:this|the|your|it|a)\b/u,
  },
  {
    class: 'delete',
    kind: 'cancel',
    what: 'cancel $1',
    pattern:
      /\b(?:cancel|end|call off|terminate) ((?:(?:this|the|your|my|that) )?(?:order|booking|reservation|subscription|membership|plan|appointment|trip|flight|ticket|contract|event|meeting|purchase|registration|visit|delivery|service)\b[^?.!]{0,40})/u,
  },
  {
    // Any other object: a page asks only if cancelling loses something. The excluded nouns are tasks and edits, which
    // can be repeated.
    class: 'delete',
    kind: 'cancel',
    what: 'cancel $1',
    pattern:
      /\b(?:cancel|call off|withdraw) ((?:this|the|your|my|that|these|those) (?!(?:current )?(?:upload|download|import|export|search|edit|edits|editing|changes?|operation|process|scan|sync|update|installation|build|job|task|action|dialog)\b)[^?.!]{1,40})/u,
  },
  {
    class: 'delete',
    kind: 'delete',
    what: 'delete $1',
    pattern:
      /\b(?:delet(?:e|ing)|eras(?:e|ing)|shred(?:ding)?|destroy(?:ing)?|purg(?:e|ing)|wip(?:e|ing)|permanently remov(?:e|ing)|remov(?:e|ing)|empty(?:ing)?|discard(?:ing)?|revok(?:e|ing)|be (?:erased|deleted|wiped|destroyed|removed forever))\b ?([^?.!]{0,60})/u,
  },
  {
    class: 'send',
    kind: 'send',
    what: 'send $1',
    pattern:
      /\b(?:send|publish|submit|post|share) ((?:this|the|your|it|my|without|to|an?|these|anyway)\b[^?.!]{0,50})/u,
  },
];

/** Objects whose deletion is harmless or can be undone on the same page. */
export const HARMLESS_OBJECT =
  /\b(?:basket|cart|bag|trolley|wish ?list|favou?rites|watch ?list|compar\w+|filters?|playlist|queue|recent searches|coupons?|voucher|promo|tags?|labels?|chips?|rows?|columns?|cells?|lines?|words?|characters?|blocks?|sections?|layers?|slides?|shapes?|points?|fields?|options?|formatting|selection|bookmark|reaction|like|vote|changes|edits|highlight|stop|waypoint|passenger|guest|photo from|image from|attachment|recipient|quantity|item from)\b/u;
