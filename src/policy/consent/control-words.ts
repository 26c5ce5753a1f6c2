/**
 * Data: names of controls that perform irreversible actions. The first matching rule decides. Names are folded (lower
 * case, no accents, plain quotes). `condition` is a further condition on the page:
 *
 * - `always`: no further condition;
 * - `amount`: an amount in the name; `checkout`: an amount on a page of the last step, or card fields;
 * - `message`: a message or recipient field in the same form; `written`: a message field that is filled in;
 * - `fields`: any field in the same form; `has personal fields`: fields for personal data;
 * - `sign-up`: such fields with a password, under a sign-up heading;
 * - `bank`: a field for a bank account; `sum`: a field for an amount;
 * - `password`: a password field; `grant`: a page on which another program asks for access;
 * - `not restorable`: the page has no bin, or is the bin, so nothing that is deleted can be restored.
 */
import type { ConsentClass, ConsentKind } from '../../contract/index.js';

export type ControlCondition =
  | 'always'
  | 'checkout'
  | 'message'
  | 'written'
  | 'fields'
  | 'has personal fields'
  | 'sign-up'
  | 'password'
  | 'grant'
  | 'not restorable'
  | 'amount'
  | 'bank'
  | 'sum';

export interface ControlRule {
  class: ConsentClass;
  kind: ConsentKind;
  namePattern: RegExp;
  condition: ControlCondition;
  /** Verb phrase for the action; `$1` stands for the first matching group of `namePattern`. */
  what: string;
}

/** Names of controls that change nothing permanently, or only lead to the control that does. */
export const HARMLESS_NAME =
  /\b(?:basket|cart|bag|trolley|wish ?list|favou?rites?|watch ?list|saved items|compare|filters?|search(?:es)?|facets?|coupons?|promo(?:tion)?|voucher|gift code|discount|history of|how (?:to|do|can)|learn|help|guide|policy|terms of sale|faq|about|view|show|see|track|print|download|export|copy|draft saved|preview|scheduled?|options?|settings|preferences|newsletters?|notifications?|alerts?|template|folder|resend)\b|^(?:go|back|proceed|continue|next|return|open|new|edit|change|manage|choose|select|find|sort|order by|reorder|my|your|past|previous|recent|all|orders|sent|send to)\b(?! order\b)/u;

/** Names that are irreversible even if `HARMLESS_NAME` matches too. */
export const IRREVERSIBLE_NAME =
  /\b(?:and pay|& pay|pay now|place (?:my |your |the )?order|delete (?:my |your )?(?:search |browsing |watch )?history|forever|permanently|empty (?:the )?(?:trash|bin|recycle bin|spam)|delete (?:this |the )?(?:folder|template|alert))\b|^open (?:an? |my |your )?account$|^(?:change|set|update|create|reset)(?: (?:my|your|the|a|new))* password$|^(?:delete|cancel|deactivate|close) (?:all|my|your|this|the)\b(?! (?:filters?|search|selection|coupon|voucher))|^send (?:\p{L}+ )?to (?:\d|all\b|every)/u;

/** Optional determiner before an object. */
const DETERMINER = '(?:(?:my|your|the|this|an?|our|these|those|selected) )?';

function createRule(
  consentClass: ConsentClass,
  kind: ConsentKind,
  condition: ControlCondition,
  what: string,
  namePattern: RegExp,
): ControlRule {
  return { class: consentClass, kind, condition, what, namePattern };
}

export const CONTROL_RULES: readonly ControlRule[] = [
  // Accounts, passwords and access.
  createRule(
    'account',
    'close-account',
    'always',
    'close the account',
    new RegExp(
      `\\b(?:delete|close|deactivate|disable|remove|cancel|terminate|erase) ${DETERMINER}(?:[a-z]+ )?(?:account|profile|membership account|user account)\\b`,
      'u',
    ),
  ),
  createRule('account', 'close-account', 'always', 'deactivate the account', /^(?:yes,? )?deactivate$/u),
  createRule(
    'account',
    'create-account',
    'has personal fields',
    'create the account',
    /^(?:create|open|set up|make|start)(?: (?:my|your|an?|the|free|new))* (?:account|profile)(?: (?:now|for free))?$|^(?:sign (?:me )?up|register|join|enrol|enroll)(?: (?:now|free|for free|today|me|us|here))*$|^(?:agree|accept) (?:&|and) (?:join|create(?: account)?|sign up|register|continue)$|^complete (?:sign ?up|registration)$|^finish (?:sign(?:ing)? ?up|registration)$|^get started$/u,
  ),
  createRule(
    'account',
    'create-account',
    'sign-up',
    'create the account',
    /^(?:submit|continue|finish|done|go|ok|save|send|confirm)$/u,
  ),
  createRule(
    'account',
    'password',
    'password',
    'change the password',
    /^(?:(?:change|update|set|save|reset|create)(?: (?:my|your|the|a|new))* password|update credentials)$/u,
  ),
  createRule(
    'account',
    'grant',
    'grant',
    'give access to the account',
    /^(?:authori[sz]e|allow|grant|approve|accept|continue|confirm|connect|i agree|agree|yes)(?: .{0,40})?$/u,
  ),

  // Money.
  createRule(
    'buy',
    'buy',
    'always',
    'place the bid',
    /^(?:place|confirm|submit) (?:my |your |a |the )?(?:max(?:imum)? )?bid\b/u,
  ),
  createRule(
    'buy',
    'buy',
    'always',
    'transfer the money',
    /^(?:confirm|make|send|submit|authori[sz]e|execute)(?: (?:the|this|my|your))? transfer\b|^transfer now$|^(?:transfer|send) (?:money|funds|[$€£¥]).*/u,
  ),
  createRule(
    'buy',
    'buy',
    'always',
    'place the order',
    /^(?:yes,? |agree (?:&|and) )?(?:place|submit|confirm|complete|finali[sz]e|finish|send)(?: (?:&|and) (?:pay|submit|place))?(?: (?:my|your|the|this))?(?: [a-z]+)? (?:order|purchase)\b(?! (?:details|history|form|number|status))/u,
  ),
  createRule(
    'buy',
    'buy',
    'always',
    'pay',
    /^(?:yes,? )?(?:(?:confirm|agree|accept|review|book|order|subscribe|finish|continue|submit|place|save)(?: (?:&|and)| to)? pay(?: now)?|pay(?: (?:now|securely|order|bill|invoice|today|the (?:bill|invoice)|it now))|(?:make|submit|confirm|complete|process|authori[sz]e|send)(?: (?:my|your|the|a|this))? payment)\b(?! (?:method|details|options?|information))/u,
  ),
  createRule('buy', 'buy', 'amount', 'pay', /^(?:pay|donate|give|contribute|tip|top up|add funds|renew)\b/u),
  createRule('buy', 'buy', 'amount', 'place the bid', /^bid\b/u),
  createRule('buy', 'buy', 'amount', 'transfer the money', /^(?:withdraw|transfer|send)\b/u),
  createRule(
    'buy',
    'buy',
    'always',
    'transfer the money',
    /^(?:withdraw|transfer|send|wire) (?:(?:the|my|all) )?(?:money|funds|cash|balance)(?: now)?$/u,
  ),
  createRule(
    'buy',
    'buy',
    'always',
    'approve the payment',
    /^(?:yes,? )?(?:approve|release|execute) (?:(?:the|this|all) )?(?:payments?|transfers?|transactions?|invoices?)$/u,
  ),
  createRule(
    'buy',
    'buy',
    'bank',
    'transfer the money',
    /^(?:transfer|withdraw|send|wire|confirm|submit|execute)(?: (?:now|it|money))*$/u,
  ),
  createRule('buy', 'buy', 'sum', 'place the bid', /^bid(?: now)?$/u),
  createRule(
    'buy',
    'buy',
    'sum',
    'pay',
    /^(?:donate|top up|contribute|withdraw)(?: (?:now|monthly|once|today))*$/u,
  ),
  createRule(
    'buy',
    'buy',
    'amount',
    'place the order',
    /^(?:buy|order|purchase|subscribe|upgrade|checkout|check out)\b/u,
  ),
  createRule('buy', 'book', 'amount', 'make the booking', /^(?:book|reserve|rent)\b/u),
  createRule(
    'buy',
    'book',
    'always',
    'make the booking',
    /^(?:yes,? )?(?:confirm|complete|finali[sz]e|finish|place|request|make)(?: (?:&|and) \w+)?(?: (?:my|your|the|this))? (?:booking|reservation|appointment|rental|stay|trip|tickets?)\b|^submit (?:booking|reservation)\b|^request to book\b/u,
  ),
  createRule(
    'buy',
    'book',
    'has personal fields',
    'make the booking',
    /^(?:book|reserve)(?: (?:now|it|this|a?|my|the|your)? ?(?:table|room|appointment|seat|seats|ticket|tickets|slot|stay|flight|class|place|spot|visit|session|tour|car)?)?(?: now)?$/u,
  ),
  createRule('buy', 'book', 'checkout', 'make the booking', /^(?:book|reserve|rent)(?: (?:now|it|this))?$/u),
  createRule(
    'buy',
    'book',
    'always',
    'make the booking',
    /^(?:confirm|review|complete|agree|accept|continue) (?:&|and) (?:book|reserve)\b/u,
  ),
  createRule(
    'buy',
    'buy',
    'always',
    'place the order',
    /^(?:confirm|complete|agree|accept) (?:&|and) (?:buy|order|purchase|subscribe|upgrade|renew|check ?out)\b/u,
  ),
  createRule('buy', 'buy', 'checkout', 'pay', /^(?:pay|top up|renew)(?: [a-z ]+)?$/u),
  createRule(
    'buy',
    'buy',
    'checkout',
    'place the order',
    /^(?:yes,? )?(?:buy|purchase|subscribe|upgrade)(?: [a-z0-9]+){0,4}$/u,
  ),
  createRule(
    'buy',
    'buy',
    'always',
    'place the order',
    /\b(?:1-click|one-click|obligation to pay|binding(?:ly)?)\b/u,
  ),
  createRule(
    'buy',
    'buy',
    'checkout',
    'place the order',
    /^(?:buy|order|purchase|pay|checkout|check out|subscribe|upgrade|donate|confirm|complete|finish|finali[sz]e|submit|agree and subscribe|start (?:my |your )?(?:free |paid )?(?:trial|subscription|membership|plan)|join|activate)(?: (?:now|it|all|this|plan|everything|subscription|checkout|membership|today|for free|with card))*$/u,
  ),

  // Deletion and cancellation.
  createRule(
    'delete',
    'cancel',
    'always',
    'cancel $1',
    /^(?:yes,? )?(?:cancel|call off|end|terminate|stop) ((?:(?:my|your|the|this|that|entire|whole|auto-?renew(?:al)?) )*(?:orders?(?! form)|booking|reservation|subscription|membership|plan|appointment|trip|flight|tickets?|contract|event|meeting|purchase|registration|visit|enrol?lment|delivery|auto-?renewal|policy|service|rental|stay|premium|session|order item|bid|transfer|payment|class|lesson|shipment|hold|pick-?up|collection|interview|shift|hire)\b.*)$/u,
  ),
  createRule(
    'delete',
    'cancel',
    'always',
    'withdraw $1',
    /^(?:yes,? )?withdraw ((?:(?:my|your|the|this) )?(?:application|bid|offer|claim|request|complaint|submission|entry|proposal)\b.*)$/u,
  ),
  createRule('delete', 'cancel', 'always', 'confirm the cancellation', /^(?:yes,? )?confirm cancell?ation$/u),
  createRule('delete', 'cancel', 'always', 'call it off', /^call (?:it )?off$/u),
  createRule(
    'delete',
    'delete',
    'always',
    'delete $1',
    /^(?:yes,? )?(?:permanently (?:delete|remove|erase)|delete|remove|erase)(?:,? (.*?))? (?:forever|permanently|for everyone|for good|immediately)$|^(?:yes,? )?permanently (?:delete|remove|erase)(?: (.*))?$/u,
  ),
  createRule(
    'delete',
    'delete',
    'always',
    'empty $1',
    /^(?:yes,? )?empty (.*\b(?:trash|bin|spam|recycle bin|deleted items|junk)\b.*)$/u,
  ),
  createRule(
    'delete',
    'delete',
    'always',
    'delete $1',
    /^(?:yes,? )?(?:shred|purge|wipe|destroy|drop|truncate|factory reset|erase) ?(.*)$/u,
  ),
  createRule(
    'delete',
    'delete',
    'always',
    'delete $1',
    /^(?:clear|delete|reset|remove|erase) ((?:all )?(?:my |your )?(?:browsing |watch |search )?(?:data|history|everything|all data|site data|content|records)(?: .*)?|all (?:messages|files|items|photos|contacts|events|notes|emails|conversations|posts|comments))$/u,
  ),
  createRule(
    'delete',
    'delete',
    'always',
    'delete $1',
    /^(?:yes,? )?discard ((?:the |this |your )?(?:drafts?|message|post|e-?mail|reply|recording|letter|application))$/u,
  ),
  createRule(
    'delete',
    'delete',
    'always',
    'remove $1',
    /^(?:yes,? )?(?:remove|revoke|kick) ((?:the |this |my |your )?(?:users?|members?|collaborators?|teams?|cards?|payment methods?|credit card|bank account|addresses|address|access|devices?|api key|keys?|tokens?|certificate|sessions?|domain|credentials?|passkeys?|admins?|from (?:team|organi[sz]ation|project|group))\b.*)$|^revoke$/u,
  ),
  createRule(
    'delete',
    'delete',
    'not restorable',
    'delete $1',
    /^(?:yes,? )?(?:(?:bulk|mass|batch|hard|force|quick) )?(?:delete|erase)\b ?(.*)$/u,
  ),

  // Messages, applications and publication.
  createRule(
    'send',
    'send',
    'always',
    'send $1',
    /^(?:yes,? )?send ((?:the |this |my |your |out )?(?:invoices?|reminders?|invitations?|invites?|campaign|survey|applications?|resignation|offer|proposal|contract|payslips?|broadcast|announcement|quote|estimate|request for .*))(?: (?:now|to .*))?$/u,
  ),
  createRule(
    'send',
    'send',
    'always',
    'submit $1',
    /^(?:yes,? )?submit ((?:my |your |the |this )?(?:application|claim|complaint|appeal|proposal|bid|paper|manuscript|tax return|return|declaration|petition|report|new issue|resignation|visa application|timesheet|expense report|assignment))\b.*$/u,
  ),
  createRule(
    'send',
    'send',
    'always',
    'send it $1',
    /^(?:yes,? )?send (?:(?:the |this )?\p{L}+ )?(to (?:\d[\d.,]* \p{L}+|all(?: \p{L}+)?|every(?:one|body)))$/u,
  ),
  createRule(
    'send',
    'send',
    'fields',
    'send $1',
    /^send ((?:the |this |a )?(?:message|e-?mail|mail|letter|note|text|reply) to .{1,60})$/u,
  ),
  createRule(
    'send',
    'send',
    'always',
    'submit it',
    /^submit for (?:review|approval|publication|consideration)$/u,
  ),
  createRule(
    'send',
    'send',
    'fields',
    'send $1',
    /^send ((?:(?!me\b|to\b|us\b|code\b|link\b|otp\b|pin\b|password\b|copy\b|test\b|verification\b|reset\b|magic\b|confirmation\b|sms code\b|again\b|later\b)[a-z-]+ ?){1,3})$/u,
  ),
  createRule(
    'send',
    'send',
    'always',
    'sign it',
    /^(?:sign (?:&|and) (?:send|submit|finish|complete)|finish (?:&|and) (?:send|sign)|save (?:&|and) (?:send|publish|submit)|send (?:&|and) (?:close|archive))$/u,
  ),
  createRule(
    'send',
    'send',
    'always',
    'publish it',
    /^(?:yes,? )?publish(?: (?:now|post|page|article|changes|video|site|story|release|update|listing|ad|immediately|it|event|course|app|package|ad|the|this|my|your))*$|^go live$|^post (?:ad|listing|job)$/u,
  ),
  createRule(
    'send',
    'send',
    'message',
    'send $1',
    /^send(?:,? ((?:an? |the |this |my |your )?(?:e-?mail|mail|message|reply|answer|response|letter|request|enquiry|inquiry|feedback|note|comment|text|sms|question|form|report|tip|gift|card|review|chat)))?(?: (?:now|it|all|anyway|without subject|to all|to everyone|message|e-?mail))*$|^(?:post|mail|dispatch) it$/u,
  ),
  // On the page of a ticket, "Submit changes" sends a message only if the message field is filled in.
  createRule('send', 'send', 'written', 'post the message', /^(?:submit|save|apply|post) (?:all )?changes$/u),
  createRule(
    'send',
    'send',
    'message',
    'post $1',
    /^(?:post|tweet|comment|add comment|add reply|reply|post (?:(?:a |the |your |my )?(?:comment|reply|answer|review|message|question|update|status|tweet|all))|post your answer|submit (?:[a-z]+ )?(?!changes$)[a-z]+|publish (?:comment|review|reply)|share|share (?:now|post)|tweet all)(?: now)?$/u,
  ),
  createRule(
    'send',
    'send',
    'message',
    'send the invitation',
    /^(?:invite|send|share|forward|add and invite)(?: (?:people|members?|users?|team|friends|guests?|invites?|invitations?|all|them|collaborators?))?$/u,
  ),
  createRule(
    'send',
    'send',
    'message',
    'send the form',
    /^(?:submit|submit (?:form|the form|now)|send (?:form|the form)|apply|apply now|send application)$/u,
  ),
];
