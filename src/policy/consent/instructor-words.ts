/** Data: how instructors request, forbid, allow and revoke actions. Patterns expect folded text, clause by clause. */
import type { ConsentKind } from '../../contract/index.js';

/** Words before a request that do not change its meaning. */
export const OPENING_WORDS =
  /^(?:(?:and|then|so|now|ok|okay|yes|yeah|yep|sure|right|great|good|fine|perfect|please|pls|kindly|just|finally|next|also|first|second|third|lastly|after that|afterwards|once done|when (?:you are |you're )?(?:done|finished|ready)|go ahead(?: and)?|feel free to|be so kind(?: as)? to|make sure (?:to|you|that you)|don't forget to|do not forget to|remember to|you (?:can|may|should|must|need to)(?: now)?|(?:can|could|would|will) you(?: please)?|i (?:want|need|would like|'d like) you to|i'd like you to|let's|let us|help me(?: to)?|try to|proceed (?:to|and)|go on and|go and|continue and|it's ok(?:ay)? to|it is ok(?:ay)? to|all right|alright|hi|hello|hey)[,:]? +)+/u;

/** A wish. It counts as a request unless it would spend money. */
export const WISH =
  /^(?:i (?:want|need|wish|have) to|i would like to|i'd like to|i'd love to|we (?:want|need) to|i'm going to|i am going to|my (?:aim|goal) is to) +/u;

/** Words that turn a verb into a condition, a question or a plan for later, so that it is not a request. */
export const NOT_NOW =
  /\b(?:before|until|till|unless|if i|in case|how (?:do|can|to|would|should|much)|where (?:can|do|could)|what (?:happens|if)|when (?:can|do|should|will) (?:i|we)|why|which|who|can i|could i|may i|should i|do i|ask me|check with me|let me (?:check|see|look|know|decide|confirm)|i(?:'ll| will| might| may| can| could) (?:then |later )?|might|maybe|perhaps|ready to|about to|able to|want to be able|page (?:to|where)|button (?:to|that|for)|possible to|without|instead of|rather than|except|later|tomorrow|next time|not yet|form (?:to|for)|link (?:to|that)|option to|so (?:that )?i can|for me to)\b/u;

export const NEGATION =
  /\b(?:don't|do not|dont|never|not|without|no need to|needn't|avoid|stop|refrain from|hold off|shouldn't|should not|mustn't|must not|won't|will not|cannot|can't|neither|nor|wait (?:with|before))\b/u;

/** Verbs of each kind of consent. */
const VERBS = {
  buy: 'buy(?:ing)?|book(?:ing)?|purchas(?:e|ing)|order(?:ing)?|pay(?:ing)?|(?:plac|submitt?|complet|finish|confirm|finali[sz])(?:e|ing)? (?:(?:the|my|this|that|your|an?|our) )?(?:\\w+ )?(?:orders?|purchase|payment|checkout|transaction|bid|donation|transfer)|subscrib(?:e|ing)|upgrad(?:e|ing)|donat(?:e|ing)|bid(?:ding)?|transfer(?:ring)?|renew(?:ing)?|top(?:ping)? up|(?:make|making) (?:the |a |my )?(?:payment|purchase|donation|transfer|bid|order)|place it|checkout now|send (?:the )?(?:money|payment)|start (?:the |my |a )?(?:free )?(?:trial|subscription)',
  book: 'book(?:ing)?|buy(?:ing)?|purchas(?:e|ing)|order(?:ing)?|pay(?:ing)?|reserv(?:e|ing)|rent(?:ing)?|(?:confirm|complet|mak|finish|submit)(?:e|ing)? (?:(?:the|my|this|a|an|your) )?(?:\\w+ )?(?:booking|reservation|appointment|rental)|schedul(?:e|ing) (?:the |an? )?(?:appointment|visit)',
  send: 'send(?:ing)?|e-?mail(?:ing)?|mail(?:ing)?|reply(?:ing)?|answer(?:ing)?|respond(?:ing)?|post(?:ing)?|publish(?:ing)?|submit(?:ting)?|shar(?:e|ing)|tweet(?:ing)?|forward(?:ing)?|invit(?:e|ing)|messag(?:e|ing)|comment(?:ing)?|dispatch|apply for|apply to|file (?:the|a|an|my)|sign(?:ing)? (?:and|it)|go live',
  delete:
    'delet(?:e|ing)|remov(?:e|ing)|eras(?:e|ing)|discard(?:ing)?|trash(?:ing)?|purg(?:e|ing)|shred(?:ding)?|destroy(?:ing)?|empty(?:ing)?|clear(?:ing)?|wip(?:e|ing)|get rid of|throw(?:ing)? (?:\\S+ ){0,3}(?:away|out)|revok(?:e|ing)|drop(?:ping)?|reset(?:ting)?|cancel(?:l?ing)?',
  cancel:
    'cancel(?:l?ing)?|call(?:ing)? off|call (?:\\S+ ){0,4}off|terminat(?:e|ing)|withdraw(?:ing)?|stop (?:the|my) (?:subscription|membership|plan|contract)|end (?:the|my|this)|delet(?:e|ing) (?:the |my )?(?:order|booking|reservation|appointment|event|meeting)',
  'create-account':
    'sign(?:ing)?(?: me| us)? up|register(?:ing)?|join(?:ing)?|enrol+|(?:creat|open|mak|set up|complet)(?:e|ing)? (?:(?:an?|the|my|your|me an?|new|free|user) )*(?:account|profile|registration|login)',
  'close-account':
    '(?:delet|clos|deactivat|cancel|remov|terminat|eras)(?:e|ing)? (?:(?:the|my|our|your|this|whole|user) )*(?:\\w+ )?(?:account|profile|membership)|deactivat(?:e|ing)',
  password: '(?:chang|updat|set|reset|renew|sav)(?:e|ing)? (?:(?:the|my|a|new|your) )*password',
  grant:
    'authori[sz](?:e|ing)|grant(?:ing)?|allow(?:ing)?|approv(?:e|ing)|connect(?:ing)?|give (?:\\S+ ){0,4}access|accept(?:ing)?',
} as const satisfies Record<ConsentKind, string>;

/** A request, at the start of a clause. */
export const REQUESTS: Readonly<Record<ConsentKind, RegExp>> = Object.fromEntries(
  Object.entries(VERBS).map(([kind, verbs]) => [kind, new RegExp(`^(?:${verbs})(?![\\w-])`, 'u')]),
) as Record<ConsentKind, RegExp>;

/** A proposal in a navigator's question. A mere mention does not count ("Shall I open the order?"). */
export const PROPOSALS: Readonly<Record<ConsentKind, RegExp>> = Object.fromEntries(
  Object.entries(VERBS).map(([kind, verbs]) => [
    kind,
    new RegExp(`(?:^|[.!?:] "?|\\b(?:to|i|and|or|then|now|we) )(?:${verbs})(?![\\w-])`, 'u'),
  ]),
) as Record<ConsentKind, RegExp>;

/** A mention anywhere in a clause. A negation before it forbids the action. */
export const MENTIONS: Readonly<Record<ConsentKind, RegExp>> = Object.fromEntries(
  Object.entries(VERBS).map(([kind, verbs]) => [kind, new RegExp(`(?<![\\w-])(?:${verbs})(?![\\w-])`, 'u')]),
) as Record<ConsentKind, RegExp>;

/** "Submit the form" requests the form's effect, unless it spends money. */
export const SUBMIT_REQUEST =
  /^(?:submit|send)(?: (?:it|this|that|the form|form|everything|now|the registration|the application|the request))*$/u;

/** The start of text to be written; requests inside it do not count. */
export const CONTENT_START =
  /(?:\b(?:saying|says?|that reads?|reading|with (?:the )?(?:text|subject|body|message|title|comment|content)|(?:text|subject|body|message|title|comment|note|content)(?: is| should be| reads)?:|titled|entitled|called|named|reply with|answer with|respond with|tell (?:him|her|them|\w+)|ask (?:him|her|them|\w+)|as follows)\b|:\s)/u;
/** A verb of writing. The text to be written may follow in a later clause. */
export const WRITING_VERB = /\b(?:write|type|enter)\b/u;
/** After text to be written, only these clauses count as requests. */
export const REQUEST_AFTER_CONTENT =
  /^(?:send|submit|post|publish|share|discard|delete|place|buy|pay|order|book|cancel)(?: (?:it|this|that|them|now|off|(?:the|my|this) (?:e-?mail|mail|message|letter|reply|answer|post|comment|form|draft|order|review|tweet|note|application|request)))*$/u;

/** After text to be written, only these clauses count as prohibitions. */
export const PROHIBITION_AFTER_CONTENT =
  /^(?:please )?(?:don't|do not|dont|never|without) (?:\w+) (?:it|this|that|them|anything|yet|off|the (?:e-?mail|mail|message|letter|reply|answer|form|order|draft))\b/u;

/** "Click …" before the name of a control. A request for the click is a request for its effect. */
export const PRESS_PHRASE =
  /\b(?:click|press|tap|hit|push|choose|select|pick|use)(?: on)?(?: the)?(?: button| link)?(?: (?:called|labelled|named|that says))? *$/u;

/** "Click the send button", "press delete": the line names the control by its verb. */
export const PRESS_REQUEST =
  /^(?:click|press|tap|hit|push)(?: on)? (?:the )?((?:[\w-]+ ){0,2}[\w-]+?)(?: button| link| key)?$/u;

/** Words for several objects. */
export const SEVERAL_OBJECTS =
  /\b(?:all|each|every|everything|everyone|both|any|them|these|those|whole|entire|first|last|\d+|two|three|four|five|six|seven|eight|nine|ten)\b|\b(?:messages|mails|e-?mails|letters|conversations|drafts|events|files|photos|users|posts|comments|items|records|entries|notes|invitations|invites|replies|orders|bookings|tasks|lists|contacts|reminders)\b/u;

export const YES =
  /^(?:y|yes|yeah|yep|yup|ya|sure(?: thing)?|ok|okay|k|fine|of course|certainly|absolutely|definitely|indeed|correct|exactly|right|confirmed|confirm|i confirm|agreed|i agree|please do|please|do it|do that|do so|go|go ahead|go for it|go on|proceed|continue|carry on|by all means|affirmative|that's (?:right|fine|ok|okay|correct)|sounds good|looks good|perfect|great|good|alright|all right|you may|you can|make it so|with pleasure|why not)\b/u;
/** Words that turn a yes into a conditional answer. */
export const HEDGE =
  /\b(?:but|wait|not|don't|dont|do not|before|unless|if|later|tomorrow|first|hold|however|except|instead|never|no|only after|until|let me)\b|\?\s*$/u;
export const NO =
  /^(?:n|no|nope|nah|no thanks?|no thank you|not (?:yet|now|really|that|this)|don't|do not|dont|stop|wait|hold on|cancel(?: that| it)?$|never ?mind|forget (?:it|that)|leave (?:it|them|that)|rather not|better not|negative|please (?:don't|do not|stop|wait))\b/u;
/** Words that continue the previous instruction. */
export const CONTINUATION =
  /^(?:(?:yes|ok|okay|good|great|fine|right|sure|please|now)[,. ]+)*(?:go on|continue|carry on|proceed|go ahead|try again|again|retry|once more|do it|keep going|finish(?: it)?|next|yes|ok|okay|sure)[.! ]*$/u;
