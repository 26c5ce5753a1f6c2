/**
 * Data: what controls are called that do what cannot be taken back. The first rule that a control meets decides.
 * Names are folded (lower case, no accents, plain quotes). `needs` is what has to be true of the page besides:
 *
 * - `nothing`: the name says it all;
 * - `checkout`: a sum, on a page of the last step; or the fields of a card;
 * - `message`: a field for what is said, or for whom, in the same form;
 * - `fields`: any field in the same form; `person`: fields for who one is;
 * - `sign-up`: fields for that with a password, under a heading that says so;
 * - `password`: a field for a password; `grant`: a page on which another program asks for rights;
 * - `no bin`: deleted things are gone, because the page has no bin or is the bin.
 */
import type { ConsentClass, Deed } from '../../contract/index.js';

export type Needs =
  | 'nothing'
  | 'checkout'
  | 'message'
  | 'fields'
  | 'person'
  | 'sign-up'
  | 'password'
  | 'grant'
  | 'no bin'
  | 'amount';

export interface ControlRule {
  class: ConsentClass;
  deed: Deed;
  named: RegExp;
  needs: Needs;
  /** `$1` is what the first group of the name holds. */
  what: string;
}

/** Whatever stands beside them: these do nothing that lasts, or only lead to where it is done. */
export const HARMLESS =
  /\b(?:basket|cart|bag|trolley|wish ?list|favou?rites?|watch ?list|saved items|compare|filters?|search(?:es)?|facets?|coupons?|promo(?:tion)?|voucher|gift code|discount|history of|how (?:to|do|can)|learn|help|guide|policy|terms of sale|faq|about|view|show|see|track|print|download|export|copy|draft saved|preview|scheduled?|options?|settings|preferences|newsletters?|notifications?|alerts?|template|folder|resend)\b|^(?:go|back|proceed|continue|next|return|open|new|edit|change|manage|choose|select|find|sort|order by|reorder|my|your|past|previous|recent|all|orders|sent|send to)\b(?! order\b)/u;

/** Whatever HARMLESS says: names that leave no doubt. */
export const CERTAIN =
  /\b(?:and pay|& pay|pay now|place (?:my |your |the )?order|delete (?:my |your )?(?:search |browsing |watch )?history|forever|permanently|empty (?:the )?(?:trash|bin|recycle bin|spam)|delete (?:this |the )?(?:folder|template|alert))\b|^open (?:an? |my |your )?account$|^(?:change|set|update|create|reset)(?: (?:my|your|the|a|new))* password$|^(?:delete|cancel|deactivate|close) (?:all|my|your|this|the)\b(?! (?:filters?|search|selection|coupon|voucher))/u;

const MINE = '(?:(?:my|your|the|this|an?|our|these|those|selected) )?';

export const RULES: readonly ControlRule[] = [
  // Who one is to a site.
  {
    class: 'account',
    deed: 'close-account',
    needs: 'nothing',
    what: 'close the account',
    named: new RegExp(
      `\\b(?:delete|close|deactivate|disable|remove|cancel|terminate|erase) ${MINE}(?:[a-z]+ )?(?:account|profile|membership account|user account)\\b`,
      'u',
    ),
  },
  {
    class: 'account',
    deed: 'close-account',
    needs: 'nothing',
    what: 'deactivate the account',
    named: /^(?:yes,? )?deactivate$/u,
  },
  {
    class: 'account',
    deed: 'create-account',
    needs: 'person',
    what: 'create the account',
    named:
      /^(?:create|open|set up|make|start)(?: (?:my|your|an?|the|free|new))* (?:account|profile)(?: (?:now|for free))?$|^(?:sign (?:me )?up|register|join|enrol|enroll)(?: (?:now|free|for free|today|me|us|here))*$|^(?:agree|accept) (?:&|and) (?:join|create(?: account)?|sign up|register|continue)$|^complete (?:sign ?up|registration)$|^finish (?:sign(?:ing)? ?up|registration)$|^get started$/u,
  },
  {
    class: 'account',
    deed: 'create-account',
    needs: 'sign-up',
    what: 'create the account',
    named: /^(?:submit|continue|finish|done|go|ok|save|send|confirm)$/u,
  },
  {
    class: 'account',
    deed: 'password',
    needs: 'password',
    what: 'change the password',
    named:
      /^(?:(?:change|update|set|save|reset|create)(?: (?:my|your|the|a|new))* password|update credentials)$/u,
  },
  {
    class: 'account',
    deed: 'grant',
    needs: 'grant',
    what: 'give access to the account',
    named:
      /^(?:authori[sz]e|allow|grant|approve|accept|continue|confirm|connect|i agree|agree|yes)(?: .{0,40})?$/u,
  },

  // Money.
  {
    class: 'buy',
    deed: 'buy',
    needs: 'nothing',
    what: 'place the bid',
    named: /^(?:place|confirm|submit) (?:my |your |a |the )?(?:max(?:imum)? )?bid\b/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    needs: 'nothing',
    what: 'transfer the money',
    named:
      /^(?:confirm|make|send|submit|authori[sz]e|execute)(?: (?:the|this|my|your))? transfer\b|^transfer now$|^(?:transfer|send) (?:money|funds|[$€£¥]).*/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    needs: 'nothing',
    what: 'place the order',
    named:
      /^(?:yes,? |agree (?:&|and) )?(?:place|submit|confirm|complete|finali[sz]e|finish|send)(?: (?:&|and) (?:pay|submit|place))?(?: (?:my|your|the|this))?(?: [a-z]+)? (?:order|purchase)\b(?! (?:details|history|form|number|status))/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    needs: 'nothing',
    what: 'pay',
    named:
      /^(?:yes,? )?(?:(?:confirm|agree|accept|review|book|order|subscribe|finish|continue)(?: (?:&|and)| to)? pay(?: now)?|pay(?: (?:now|securely|order|bill|invoice|today|the (?:bill|invoice)|it now))|(?:make|submit|confirm|complete|process|authori[sz]e|send)(?: (?:my|your|the|a|this))? payment)\b(?! (?:method|details|options?|information))/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    needs: 'amount',
    what: 'pay',
    named: /^(?:pay|donate|give|contribute|tip|top up|add funds|renew)\b/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    needs: 'amount',
    what: 'place the order',
    named: /^(?:buy|order|purchase|subscribe|upgrade|checkout|check out)\b/u,
  },
  {
    class: 'buy',
    deed: 'book',
    needs: 'amount',
    what: 'make the booking',
    named: /^(?:book|reserve|rent)\b/u,
  },
  {
    class: 'buy',
    deed: 'book',
    needs: 'nothing',
    what: 'make the booking',
    named:
      /^(?:yes,? )?(?:confirm|complete|finali[sz]e|finish|place|request|make)(?: (?:&|and) \w+)?(?: (?:my|your|the|this))? (?:booking|reservation|appointment|rental|stay|trip|tickets?)\b|^submit (?:booking|reservation)\b|^request to book\b/u,
  },
  {
    class: 'buy',
    deed: 'book',
    needs: 'person',
    what: 'make the booking',
    named:
      /^(?:book|reserve)(?: (?:now|it|this|a?|my|the|your)? ?(?:table|room|appointment|seat|seats|ticket|tickets|slot|stay|flight|class|place|spot|visit|session|tour|car)?)?(?: now)?$/u,
  },
  {
    class: 'buy',
    deed: 'book',
    needs: 'checkout',
    what: 'make the booking',
    named: /^(?:book|reserve|rent)(?: (?:now|it|this))?$/u,
  },
  {
    class: 'buy',
    deed: 'book',
    needs: 'nothing',
    what: 'make the booking',
    named: /^(?:confirm|review|complete|agree|accept|continue) (?:&|and) (?:book|reserve)\b/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    needs: 'nothing',
    what: 'place the order',
    named:
      /^(?:confirm|complete|agree|accept) (?:&|and) (?:buy|order|purchase|subscribe|upgrade|renew|check ?out)\b/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    needs: 'checkout',
    what: 'pay',
    named: /^(?:pay|top up|renew)(?: [a-z ]+)?$/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    needs: 'checkout',
    what: 'place the order',
    named: /^(?:yes,? )?(?:buy|purchase|subscribe|upgrade)(?: [a-z0-9]+){0,4}$/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    needs: 'nothing',
    what: 'place the order',
    named: /\b(?:1-click|one-click|obligation to pay|binding(?:ly)?)\b/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    needs: 'checkout',
    what: 'place the order',
    named:
      /^(?:buy|order|purchase|pay|checkout|check out|subscribe|upgrade|donate|confirm|complete|finish|finali[sz]e|submit|agree and subscribe|start (?:my |your )?(?:free |paid )?(?:trial|subscription|membership|plan)|join|activate)(?: (?:now|it|all|this|plan|everything|subscription|checkout|membership|today|for free|with card))*$/u,
  },

  // Gone for good.
  {
    class: 'delete',
    deed: 'cancel',
    needs: 'nothing',
    what: 'cancel $1',
    named:
      /^(?:yes,? )?(?:cancel|call off|end|terminate|stop) ((?:(?:my|your|the|this|that|entire|whole|auto-?renew(?:al)?) )*(?:orders?|booking|reservation|subscription|membership|plan|appointment|trip|flight|tickets?|contract|event|meeting|purchase|registration|visit|enrol?lment|delivery|auto-?renewal|policy|service|rental|stay|premium|session|order item|bid|transfer|payment|class|shipment)\b.*)$/u,
  },
  {
    class: 'delete',
    deed: 'cancel',
    needs: 'nothing',
    what: 'withdraw $1',
    named:
      /^(?:yes,? )?withdraw ((?:(?:my|your|the|this) )?(?:application|bid|offer|claim|request|complaint|submission|entry|proposal)\b.*)$/u,
  },
  { class: 'delete', deed: 'cancel', needs: 'nothing', what: 'call it off', named: /^call (?:it )?off$/u },
  {
    class: 'delete',
    deed: 'delete',
    needs: 'nothing',
    what: 'delete $1',
    named:
      /^(?:yes,? )?(?:permanently (?:delete|remove|erase)|delete|remove|erase)(?:,? (.*?))? (?:forever|permanently|for everyone|for good|immediately)$|^(?:yes,? )?permanently (?:delete|remove|erase)(?: (.*))?$/u,
  },
  {
    class: 'delete',
    deed: 'delete',
    needs: 'nothing',
    what: 'empty $1',
    named: /^(?:yes,? )?empty (.*\b(?:trash|bin|spam|recycle bin|deleted items|junk)\b.*)$/u,
  },
  {
    class: 'delete',
    deed: 'delete',
    needs: 'nothing',
    what: 'delete $1',
    named: /^(?:yes,? )?(?:shred|purge|wipe|destroy|drop|factory reset|erase) ?(.*)$/u,
  },
  {
    class: 'delete',
    deed: 'delete',
    needs: 'nothing',
    what: 'delete $1',
    named:
      /^(?:clear|delete|reset|remove|erase) ((?:all )?(?:my |your )?(?:browsing |watch |search )?(?:data|history|everything|all data|site data|content|records)(?: .*)?|all (?:messages|files|items|photos|contacts|events|notes|emails|conversations|posts|comments))$/u,
  },
  {
    class: 'delete',
    deed: 'delete',
    needs: 'nothing',
    what: 'delete $1',
    named:
      /^(?:yes,? )?discard ((?:the |this |your )?(?:drafts?|message|post|e-?mail|reply|recording|letter|application))$/u,
  },
  {
    class: 'delete',
    deed: 'delete',
    needs: 'nothing',
    what: 'remove $1',
    named:
      /^(?:yes,? )?(?:remove|revoke|kick) ((?:the |this |my |your )?(?:users?|members?|collaborators?|teams?|cards?|payment methods?|credit card|bank account|addresses|address|access|devices?|api key|keys?|tokens?|certificate|sessions?|domain|credentials?|passkeys?|admins?|from (?:team|organi[sz]ation|project|group))\b.*)$|^revoke$/u,
  },
  {
    class: 'delete',
    deed: 'delete',
    needs: 'no bin',
    what: 'delete $1',
    named: /^(?:yes,? )?(?:delete|erase)\b ?(.*)$/u,
  },

  // Said to others.
  {
    class: 'send',
    deed: 'send',
    needs: 'nothing',
    what: 'send $1',
    named:
      /^(?:yes,? )?send ((?:the |this |my |your |out )?(?:invoices?|reminders?|invitations?|invites?|campaign|survey|applications?|resignation|offer|proposal|contract|payslips?|broadcast|announcement|quote|estimate|request for .*))(?: (?:now|to .*))?$/u,
  },
  {
    class: 'send',
    deed: 'send',
    needs: 'nothing',
    what: 'submit $1',
    named:
      /^(?:yes,? )?submit ((?:my |your |the |this )?(?:application|claim|complaint|appeal|proposal|bid|paper|manuscript|tax return|return|declaration|petition|report|new issue|resignation|visa application|timesheet|expense report|assignment))\b.*$/u,
  },
  {
    class: 'send',
    deed: 'send',
    needs: 'nothing',
    what: 'submit it',
    named: /^submit for (?:review|approval|publication|consideration)$/u,
  },
  {
    class: 'send',
    deed: 'send',
    needs: 'fields',
    what: 'send $1',
    named:
      /^send ((?:(?!me\b|to\b|us\b|code\b|link\b|otp\b|pin\b|password\b|copy\b|test\b|verification\b|reset\b|magic\b|confirmation\b|sms code\b|again\b|later\b)[a-z-]+ ?){1,3})$/u,
  },
  {
    class: 'send',
    deed: 'send',
    needs: 'nothing',
    what: 'sign it',
    named:
      /^(?:sign (?:&|and) (?:send|submit|finish|complete)|finish (?:&|and) (?:send|sign)|save (?:&|and) (?:send|publish|submit)|send (?:&|and) (?:close|archive))$/u,
  },
  {
    class: 'send',
    deed: 'send',
    needs: 'nothing',
    what: 'publish it',
    named:
      /^(?:yes,? )?publish(?: (?:now|post|page|article|changes|video|site|story|release|update|listing|ad|immediately|it|event|course|app|package|ad|the|this|my|your))*$|^go live$|^post (?:ad|listing|job)$/u,
  },
  {
    class: 'send',
    deed: 'send',
    needs: 'message',
    what: 'send $1',
    named:
      /^send(?:,? ((?:an? |the |this |my |your )?(?:e-?mail|mail|message|reply|answer|response|letter|request|enquiry|inquiry|feedback|note|comment|text|sms|question|form|report|tip|gift|card|review|chat)))?(?: (?:now|it|all|anyway|without subject|to all|to everyone|message|e-?mail))*$|^(?:post|mail|dispatch) it$/u,
  },
  {
    class: 'send',
    deed: 'send',
    needs: 'message',
    what: 'post $1',
    named:
      /^(?:post|tweet|comment|add comment|add reply|reply|post (?:(?:a |the |your |my )?(?:comment|reply|answer|review|message|question|update|status|tweet|all))|post your answer|submit (?:comment|reply|review|answer|question|feedback|message|ticket|request|enquiry|inquiry|rating)|publish (?:comment|review|reply)|share|share (?:now|post)|tweet all)(?: now)?$/u,
  },
  {
    class: 'send',
    deed: 'send',
    needs: 'message',
    what: 'send the invitation',
    named:
      /^(?:invite|send|share|forward|add and invite)(?: (?:people|members?|users?|team|friends|guests?|invites?|invitations?|all|them|collaborators?))?$/u,
  },
  {
    class: 'send',
    deed: 'send',
    needs: 'message',
    what: 'send the form',
    named:
      /^(?:submit|submit (?:form|the form|now)|send (?:form|the form)|apply|apply now|send application)$/u,
  },
];

/** What a question of a dialog or page is about; the first that fits. */
export const QUESTIONS: readonly { class: ConsentClass; deed: Deed; asks: RegExp; what: string }[] = [
  {
    class: 'account',
    deed: 'close-account',
    what: 'close the account',
    asks: /\b(?:delet|clos|deactivat|remov|cancel|terminat|eras)\w* (?:\w+ ){0,3}(?:account|profile)\b/u,
  },
  {
    class: 'account',
    deed: 'create-account',
    what: 'create the account',
    asks: /\b(?:create|open) (?:\w+ ){0,2}account\b/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    what: 'place the order',
    asks: /\b(?:place|submit|confirm|complete) (?:\w+ ){0,2}(?:order|purchase)\b|\b(?:buy|purchase|order) [^?.!]{0,60}\b(?:for|now|this|it|these)\b|\bconfirm (?:\w+ ){0,2}payment\b|\bpay (?:\w+ ){0,2}(?:[$€£¥]|\d|now|this)|\b(?:be|get) (?:charged|debited|billed)\b/u,
  },
  {
    class: 'buy',
    deed: 'buy',
    what: 'transfer the money',
    asks: /\b(?:transfer|send) (?:\w+ ){0,2}(?:[$€£¥]|\d+(?:\.\d\d)? (?:usd|eur|gbp)|money|funds)/u,
  },
  {
    class: 'buy',
    deed: 'book',
    what: 'make the booking',
    asks: /\b(?:confirm|make|complete) (?:\w+ ){0,2}(?:booking|reservation|appointment)\b|\b(?:book|reserve) (?:this|the|your|it|a)\b/u,
  },
  {
    class: 'delete',
    deed: 'cancel',
    what: 'cancel $1',
    asks: /\b(?:cancel|end|call off|terminate) ((?:(?:this|the|your|my|that) )?(?:order|booking|reservation|subscription|membership|plan|appointment|trip|flight|ticket|contract|event|meeting|purchase|registration|visit|delivery|service)\b[^?.!]{0,40})/u,
  },
  {
    class: 'delete',
    deed: 'delete',
    what: 'delete $1',
    asks: /\b(?:delet(?:e|ing)|eras(?:e|ing)|shred(?:ding)?|destroy(?:ing)?|purg(?:e|ing)|wip(?:e|ing)|permanently remov(?:e|ing)|remov(?:e|ing)|empty(?:ing)?|discard(?:ing)?|revok(?:e|ing))\b ?([^?.!]{0,60})/u,
  },
  {
    class: 'send',
    deed: 'send',
    what: 'send $1',
    asks: /\b(?:send|publish|submit|post|share) ((?:this|the|your|it|my|without|to|an?|these|anyway)\b[^?.!]{0,50})/u,
  },
];

/** Things whose loss is none, or that are had back by the same page: no question is about them. */
export const TRIFLES =
  /\b(?:basket|cart|bag|trolley|wish ?list|favou?rites|watch ?list|compar\w+|filters?|playlist|queue|recent searches|coupons?|voucher|promo|tags?|labels?|chips?|rows?|columns?|cells?|lines?|characters?|blocks?|sections?|layers?|slides?|shapes?|points?|fields?|options?|formatting|selection|bookmark|reaction|like|vote|changes|edits|highlight|stop|waypoint|passenger|guest|photo from|image from|attachment|recipient|quantity|item from)\b/u;
