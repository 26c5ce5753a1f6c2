/** Data: words of English pages around an irreversible control. All patterns expect folded text (lower case). */

/** A question that asks for confirmation, or a warning that an action is permanent. */
export const QUESTION =
  /\?(?:["')\s]|$)|\bare you sure\b|\bplease confirm\b|\bdo you (?:really )?want to\b|\bcannot be undone\b|\bcan(?:no|['’])t be (?:undone|reversed|restored|recovered)\b|\bthis (?:action )?(?:is|will be) (?:permanent|irreversible)/iu;

/** An amount of money. */
export const AMOUNT =
  /(?:[$€£¥₹₽₩]|\b(?:usd|eur|gbp|chf|sek|nok|dkk|pln|aud|cad|jpy|inr|kr|zł|zl|rs\.?))\s?\d[\d.,' ]*|\d[\d.,']*\s?(?:[$€£¥₹₽₩]|(?:usd|eur|gbp|chf|sek|nok|dkk|pln|aud|cad|jpy|inr|kr|zł|zl)\b)/iu;

/** The label of a total. */
export const TOTAL_LABEL =
  /\b(?:(?:order |grand |estimated |final |basket |cart )?total|to pay|amount due|amount to pay|you pay|pay today|due today|due now|total due|balance due|sum)\b/u;

/** The title or heading of a checkout's last step. */
export const CHECKOUT =
  /\b(?:checkout|check ?out|payment|paying|pay|billing|purchase|place (?:your )?order|order summary|order review|review (?:your |and )?(?:order|booking|purchase|trip|pay)|your order|review order|confirm(?:ation)?|secure payment|summary|overview|last step|final step)\b/u;
export const BASKET = /\b(?:basket|cart|bag|trolley)\b/u;

/** Names of a trash folder. */
export const BIN_NAME =
  /^(?:the )?(?:trash|bin|rubbish|recycle bin|wastebasket|deleted|deleted items|deleted messages|recently deleted|trash can)(?:\s*[([]?\d*[)\]]?)?$/u;
/** Text of a dialog about something that can be restored. */
export const RECOVERABLE =
  /\b(?:mov(?:e|ed|es|ing) (?:\S+ ){0,4}to (?:the )?(?:trash|bin|recycle bin|deleted items)|can (?:be )?(?:restored?|recovered?|undone|undo|get (?:it|them) back)|(?:restore|recover|undo) (?:it|them|this) (?:later|within|from|any ?time)|for \d+ days)\b/u;
export const PERMANENT =
  /\b(?:forever|for ever|permanent(?:ly)?|irreversibl[ey]|for good|cannot be (?:undone|reversed|restored|recovered)|can(?:no|')t be (?:undone|reversed|restored|recovered)|no way back|completely|irrevocabl[ey])\b/u;

/** Field names and headings of a form that sends a message to people. */
export const MESSAGE_FIELD =
  /\b(?:message|messages|comment|comments|reply|body|your text|text|enquiry|inquiry|question|feedback|review|letter|note to|description|what(?:'s| is) happening|what's on your mind|cover letter|statement|reason|answer|post|write something|how can we help|tell us|details)\b/u;
export const RECIPIENT_FIELD =
  /^(?:to|cc|bcc|recipients?|send to|who gets it|enter names|names? or e-?mails?|e-?mail addresses|invite people|add people|people|share with.*|add people.*|to whom.*|address ?to)\b/u;
export const MESSAGE_HEADING =
  /\b(?:new message|new mail|new e-?mail|new letter|your letter|compose|contact|write to us|get in touch|leave a (?:reply|comment|message|review)|add a comment|write a (?:review|comment)|reply|feedback|enquiry|inquiry|report|application|apply|send|message|share|invite|support request|new ticket|new post)\b/u;

/** Headings of a page that grants access to another program. */
export const GRANT_HEADING =
  /\b(?:wants? (?:to )?(?:access|permission|use your)|would like (?:to|permission)|requests? (?:access|permission)|is requesting|authori[sz]e|grant (?:access|permission)|connect .{1,40} to your account|will be able to|sign in to .{1,40} with|permissions?)\b/u;

/** Headings of a sign-up form, as opposed to a login form. */
export const SIGN_UP_HEADING =
  /\b(?:create (?:an |your |my |a new )?(?:free )?account|sign ?up|regist(?:er|ration)|new account|join (?:us|now|free))\b/u;

export const ACCOUNT_WORD = /\b(?:account|profile|membership|login|user id)\b/u;

/** Answers that cancel the action. */
export const CANCELLING_ANSWER =
  /^(?:no\b|cancel\b|keep\b|stay\b|back\b|go back\b|close\b|dismiss\b|not now\b|never ?mind\b|leave\b|don'?t\b|do not\b|abort\b|later\b|skip\b|undo\b|return\b|learn more\b|help\b|maybe\b|edit\b|change\b|review\b|download\b|export\b|[x×✕✖]$)/u;
/** Answers that confirm the action without naming it. */
export const CONFIRMING_ANSWER =
  /^(?:yes\b|yeah\b|ok\b|okay\b|confirm\b|continue\b|proceed\b|accept\b|agree\b|i agree\b|i'?m sure\b|sure\b|submit\b|do it\b|apply\b|go ahead\b|i understand\b)/u;

/** Fields of a bank transfer, and fields for an amount of money. */
export const BANK_FIELD =
  /\b(?:iban|bic|swift|sort code|routing number|account (?:number|no)|to account|beneficiary|payee)\b/u;
export const SUM_FIELD = /\b(?:amount|sum|your bid|maximum bid|max bid|donation|how much)\b/u;

/** Deleted columns and rows of a spreadsheet can be restored with undo; those of a database cannot. */
export const DATABASE_VERB = /^(?:yes,? )?(?:drop|truncate)\b/u;
