/**
 * Data: patterns for words around verbs in instructors' lines: openings, conditions, reports, negations, yes and no.
 * They expect folded text.
 */

/** Words before a command that do not change its meaning. */
export const OPENING =
  /^(?:(?:and|then|so|now|ok|okay|yes|yeah|yep|sure|right|great|good|fine|perfect|thanks|thank you|cheers|please|pls|kindly|just|simply|finally|next|also|first|second|third|lastly|after that|afterwards|go ahead(?: and)?|go on(?: and)?|go and|feel free to|be so kind(?: as)? to|make sure (?:to|you|that you)|don't forget to|do not forget to|remember to|you (?:can|may|should|must|need to|have to)(?: now)?|(?:might|could|would) you be able to|(?:can|could|would|will|do) you(?: please| kindly| mind| maybe| perhaps| possibly)*|it(?:'d| would) be (?:lovely|great|nice|good|kind|helpful) if you (?:could|would)|(?:might|may|could|can) i (?:ask|trouble|beg) you(?: please)? to|i (?:want|need|would like|'d like) you to|i'd like you to|(?:i'd|i would|we'd|we would) (?:appreciate it|be grateful|be glad|be happy|love it) if you (?:could|would|can)|let's|let us|help me(?: to)?|try to|proceed (?:to|and)|continue and|it's (?:ok(?:ay)?|fine|time) to|it is (?:ok(?:ay)?|fine|time) to|time to|all right|alright|hi|hello|hey|dear|actually|definitely|by all means|(?:when|if|once) you (?:have|get|find) (?:a |the |some )?(?:sec|second|minute|moment|time|chance),?|if it(?: isn't| is not| wouldn't be|'s not) too much (?:trouble|bother|to ask),?|you)[,:]? +)+/u;

/** A wish is a command if it is about a particular object: "I want to buy this one", but not "I want to buy a lamp". */
export const WISH =
  /^(?:i (?:want|need|wish|have) to|i would like to|i'd like to|i'd love to|we (?:want|need) to|we'd like to|we would like to|i wanna) +/u;

/** A polite request in the form of a question. */
export const POLITE_QUESTION =
  /^(?:(?:when you (?:have|get|find) (?:a |the |some )?(?:sec|second|minute|moment|time|chance)|if it (?:isn't|is not) too much (?:trouble|bother|to ask)|and|then|so|now|ok|okay|please|hi|hello|hey|great|good|thanks|right|well|yes|sure)[,.!]? +)*(?:please\b|(?:can|could|would|will) you\b(?! (?:tell|explain|say) me)|might you be able to\b|would you mind\b|do you mind\b|(?:might|may|could|can) i (?:ask|trouble|beg) you\b)/u;

/** A clause with one of these words is a condition, and its sentence requests nothing. */
export const CONDITION =
  /\b(?:if|unless|in case|provided|assuming|suppose|supposing|as long as|only when|whenever|depending|otherwise|or else|(?:until|till)(?! (?:\d|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:mon|tues|wednes|thurs|fri|satur|sun)day))|in the event|should (?:it|he|she|they|the)|once|as soon as|after|when|before)\b(?= \S)/gu;
/** Conditions that the navigator fulfils itself, and phrases that only sound like conditions. */
export const NAVIGATOR_STEP =
  /^(?:(?:once|when|after|as soon as) (?:(?:you are|you're|you have|you've|that is|that's|this is|it is|it's|everything is|everything's|all (?:that )?is|the form is|all fields are)(?: all)? )?(?:done|finished|ready|filled(?: in| out)?|complete|completed|set|typed|written|filling|doing|writing|typing|choosing|selecting|adding|entering)\b|after (?:that|this)\b|if (?:you|u) (?:please|could|would|can|don't mind|do not mind|like)\b|(?:when|if|once) you (?:have|get|find) (?:a |the |some )?(?:sec|second|minute|moment|time|chance)\b|if it(?: isn't| is not| wouldn't be|'s not) too much (?:trouble|bother|to ask)\b|if (?:that|it)(?:'s| is) (?:ok|okay|all right|alright)(?: with you)?[.?!]?$|if i may\b|if (?:possible|available|any|necessary|needed|applicable)\b|if (?:there(?: are| is|'s)|they have|you (?:find|see)) (?:any|one|some)\b|once (?:more|again)\b|before (?:you (?:stop|finish)|it's too late))/u;

/** What comes before "if" in an indirect question: "look if there is a later one". */
export const INDIRECT_QUESTION =
  /\b(?:look|check|see|ask|find out|know|wonder|sure|tell me|appreciate it|grateful|glad|happy|love it) $/u;

/** A sentence with one of these phrases reports or considers something. */
export const REPORT =
  /\b(?:\p{L}+ (?:says|said|told|tells|asks|asked|thinks|thought|wants|wanted|suggests|suggested|recommends|recommended|wrote|writes|claims|claimed|insists|insisted|proposed|proposes|keeps? (?:telling|saying))\b|according to\b|supposed to\b|(?<!\bso (?:that )?)i (?:heard|read|wonder|guess|might|may|could|thought|am thinking|consider|am considering|am about to)\b|i'm (?:thinking|considering|about to)\b)/u;

/**
 * A clause with one of these phrases says what the instructor did; other clauses of the sentence may contain a command.
 */
export const INSTRUCTOR_PAST =
  /(?<!\bso (?:that )?)\bi(?:'ve)? (?:was|had|have(?! to)|already|did|used to)\b/u;

/** A clause with one of these words is a question, a plan for later or a purpose. */
export const NOT_NOW =
  /\b(?:how (?:do|can|to|would|should|much|many|long)|where (?:can|do|could|to)|what (?:happens|if|would)|why|which|who|can i|could i|may i|should i|shall i|do i|must i|ask me|check with me|let me (?:check|see|look|know|decide|confirm|read|think)|i(?:'ll| will| might| may| can| could) (?:then |later )?|might|maybe|perhaps|as (?:it|they) (?:is|are)|alone|untouched|unchanged|ready to|about to|able to|possible to|instead of|rather than|except|later|next time|not yet|yet to|(?:page|button|form|link|option|place|way|tab) (?:to|where|that|for)|so (?:that )?i can|for me to|for later|in order to|almost|nearly|as if|pretend|dry run|simulate|(?:test|check|see) (?:whether|if))\b/u;

/** The words after a subject. They show that a word such as "order" is a noun: "the order is late". */
export const PREDICATE_START =
  /^ (?:is|was|are|were|isn't|wasn't|seems?|looks?|costs?|would|has|does|doesn't|can|can't|cannot|will|won't)\b/u;

/** The start of a correction. The words before it are ignored: "buy the scarf, no sorry, the gloves". */
export const CORRECTION =
  /^(?:(?:no|nope|sorry|wait|oops|hang on|hold on|scratch that|correction)(?:$|,| (?:sorry|wait|not|the|that one|i mean|i meant|make it|make that)\b)|(?:or rather|i mean|i meant)\b)/u;

/** A command to prepare something, to try or to look: "get everything ready to order", "see if we can book it". */
export const PREPARATION =
  /^(?:(?:get|make|have|set|put|lay) (?:\S+ ){1,4}(?:ready|prepared)\b|prepare\b|see (?:if|whether)\b|find out\b|check (?:if|whether)\b|remind me\b|show me\b|explain\b|is it\b|(?:i'd|i would) rather not\b|(?:don't|do not|dont|never|no need to)\b(?! (?:forget|hesitate|wait)\b)|i (?:nearly|almost)\b|before\b|(?:tomorrow|tonight|later|next \p{L}+|on \p{L}+day),? (?:we|i)\b)/u;

/** A line with one of these phrases requests only preparation; the instructor does the rest. */
export const ONLY_PREPARATION =
  /\b(?:as far as|leave it (?:there|at (?:that|the (?:last|final|payment|checkout)(?: page| step)?)|open|in the|for me|unsent|like that)|stop (?:there|at|before|short|right before)|up to the (?:last|final|point)|don't go (?:any )?further|i (?:pay|send|submit|press|confirm|decide|do) (?:it |that )?(?:myself|later|when|once|after)|(?:i'll|i will|let me) (?:do|press|click|send|submit|confirm|check|finish|take (?:it from|over|care)|look|read|pay)\b)/u;

/** An answer that does not decide yet: "let me check the papers, one moment". */
export const DELAY =
  /^(?:let me|one (?:moment|sec|second|minute)|just a (?:moment|sec|second|minute)|give me|hang on|not sure|i'm not sure|i am not sure|no idea|hm+|dunno|i don't know|i do not know|i need to|i have to)\b/u;

/** A command for another time: "send it tomorrow". */
export const POSTPONED =
  /^(?:(?:it|this|that|them|the \p{L}+|now) )?(?:later|tomorrow|tonight|next (?:week|month|time|year)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:an?|\d+|two|three|a few) (?:minutes?|hours?|days?|weeks?)|at (?:noon|midnight|\d+(?: ?[ap]m)?)|another (?:day|time)|some ?day|eventually|soon)\b/u;

export const NEGATION =
  /\b(?:don't|do not|dont|never|not|without|no need to|needn't|avoid|stop|refrain from|hold off(?: on)?|shouldn't|should not|mustn't|must not|won't|will not|cannot|can't|neither|nor|wait (?:with|before)|rather than|instead of|short of|no)\b/u;
export const NOT_A_NEGATION =
  /\b(?:forget|hesitate|why not|not only|no (?:problem|worries|doubt|hurry|rush|matter|need to ask))\b/u;

/** The start of text to be written; commands inside it are ignored. */
export const CONTENT_START =
  /(?<=\b(?:tell|inform|notify|remind|ask|let|message|text) (?!me\b|us\b)(?:[^\s,.]+ ){1,6}?)(?:that|whether|if|yes|no|i|i'm|i'll|i've|we|we're|it's)\b|\b(?:saying|says?|that (?:says|reads)|reading|with (?:the |a )?(?:text|subject|body|message|title|comment|content|words?|caption|headline|note)|(?:text|subject|body|message|title|comment|note|content)(?: is| should be| reads)?:|(?<=\b(?:an?|new) (?:\S+ ){1,4}?)(?:titled|entitled|called|named)|reply with|answer with|respond with|as follows)\b|:(?:\s|$)/u;
/** A verb of writing. The text to be written may follow in a later clause. */
export const WRITING_VERB = /\b(?:write|type|enter)\b/u;
/** After text to be written, only these clauses are commands. */
export const COMMAND_AFTER_CONTENT =
  /^(?:send|submit|post|publish|share|discard|delete|place|buy|pay|order|book|cancel)(?: (?:it|this|that|them|now|off|there|here|please|right away|(?:the|my|this) (?:e-?mail|mail|message|letter|reply|answer|post|comment|form|draft|order|review|tweet|note|application|request)))*$/u;
/** After text to be written, only these clauses are prohibitions. */
export const PROHIBITION_AFTER_CONTENT =
  /^(?:please )?(?:don't|do not|dont|never|without) (?:\w+) (?:it|this|that|them|anything|yet|off|the (?:e-?mail|mail|message|letter|reply|answer|form|order|draft))\b/u;

/** The words before the name of a control that should be pressed: "click …". */
export const PRESS_PHRASE =
  /\b(?:click|press|tap|hit|push|choose|select|pick|use)(?: on)?(?: the)?(?: button| link)?(?: (?:called|labelled|named|that says))? *$/u;
/** A command that describes the control by its verb: "click the send button", "press delete". */
export const PRESS_COMMAND =
  /^(?:click|press|tap|hit|push)(?: on)? (?:the )?((?:[\w-]+ ){0,2}?[\w-]+)(?: button| link| key)?$/u;

/** Words for several objects. */
export const SEVERAL_OBJECTS =
  /\b(?:all|each|every|everything|everyone|both|any|them|these|those|whole|entire|first|last|\d+|two|three|four|five|six|seven|eight|nine|ten)\b|\b(?:messages|mails|e-?mails|letters|conversations|drafts|events|files|photos|users|posts|comments|items|records|entries|notes|invitations|invites|replies|orders|bookings|tasks|lists|contacts|reminders)\b/u;

/** A yes, in English or another language of the word lists. */
export const YES =
  /^(?:(?:ok|okay|fine|good|great|perfect|right)[,. ]+(?=(?:yes|do it|go ahead|please do|go for it|do that)\b))?(?:y|yes|yeah|yep|yup|ya|sure(?: thing)?|of course|certainly|absolutely|definitely|confirmed|i confirm|agreed|i agree|please do|do it|do that|do so|go ahead|go for it|by all means|affirmative|make it so|with pleasure|ja|jawohl|gerne|oui|d'accord|si|claro|certo|sim|tak)\b/u;
/** Words that are a yes only if no other command follows: "OK, sort them". */
export const WEAK_YES =
  /^(?:ok|okay|k|fine|indeed|correct|exactly|right|confirm|please|go on|go|proceed|continue|carry on|that's (?:right|fine|ok|okay|correct)|sounds good|looks good|perfect|great|good|alright|all right|you may|you can|why not)\b/u;
/** Words that may follow a yes without changing it. */
export const YES_FILLER =
  /^(?:[\s,.!:-]|👍|✅|\b(?:that one|this one|go|quickly|now please|off (?:it|you|she|he) goes?|off you go|please do|please|thanks|thank you|yes|yeah|sure|ok|okay|go ahead|go on|go for it|do it|do that|do so|now|then|that's (?:right|fine|ok|okay|correct|it|the one|me)|that is (?:right|fine|ok|okay|correct|it)|i'm sure|i am sure|i confirm|confirmed|correct|right|exactly|perfect|great|good|fine|looks good|sounds good|all good|proceed|continue|of course|absolutely|definitely|certainly|by all means|at once|right away|no (?:problem|worries|hurry|rush)|you may|you can|make it so|bitte|merci|gracias|grazie|obrigado|dank je)(?![\p{L}\p{N}']))*/u;
/** A yes at the end of a line: "OK, five pounds is fine, go ahead." */
export const FINAL_YES = /[,.;!] (?:please )?(?:go ahead|do it|please do|go for it|do that)[.! ]*$/u;
/** A command after a yes. It changes what was asked: "yes, use the other card". */
export const OTHER_COMMAND =
  /^(?:(?:and|then|please|also|just) )*(?:open|show|find|check|look|go (?:to|back)|list|search|compare|view|count|scroll|filter|sort|order|group|select|pick|choose|type|enter|fill|write|put|change|use|add|remove|take|make|set|try)\b/u;
/** Words that turn a yes into a conditional answer. */
export const HEDGE =
  /\b(?:but|wait|not|don't|dont|do not|before|unless|if|later|tomorrow|first|hold|however|except|instead|never mind|no|only after|until|once|when|after|let me (?:check|see|look|think|read|ask)|provided|as long as)\b|\?\s*$/u;
/** Words that put a condition on a yes, whatever else the answer requests. */
export const CONDITION_AFTER_YES =
  /\b(?:but(?! (?:please )?(?:do it|go ahead|yes|quickly|hurry))|only (?:if|when|after)|unless|provided|as long as|(?:^|[,;] ).{0,60}\bfirst[.!]?$)/u;
export const NO =
  /^(?:n|no|nope|nah|no thanks?|no thank you|not (?:yet|now|really|that|this)|don't|do not|dont|stop|wait|hold on|cancel(?: that| it)?$|never ?mind|forget (?:it|that)|leave (?:it|them|that)|rather not|better not|negative|please (?:don't|do not|stop|wait)|nein|non|nee|nie|nao)\b/u;
/** Words that continue the previous instruction. */
export const CONTINUATION =
  /^(?:(?:yes|ok|okay|good|great|fine|right|sure|please|now)[,. ]+)*(?:go on|continue|carry on|proceed|go ahead|try again|again|retry|once more|do it|keep going|finish(?: it)?|next|yes|ok|okay|sure)[.! ]*$/u;

/** The start of a proposal in a navigator's question. */
export const PROPOSAL =
  /^(?:[^?]*\b(?:shall i|should i|may i|can i|do you want me to|would you like me to|want me to|(?:is it|it's|is that) (?:ok|okay|all right|fine)(?: for me)? (?:to|if i)|(?:ok|okay|ready|right) to|am i to|do i|i'm (?:about|going) to|i am (?:about|going) to|i(?:'ll| will)(?: now)?|i would(?: now)?|i'd|do you (?:really )?want to|are you sure (?:that )?(?:you want to|i should)|confirm (?:that )?(?:you want to|i should)|would you like to|may i now|shall we|should we|really) )/u;

/** An amount and its recipient or purpose, without a verb: "20 euros to the shelter". */
export const AMOUNT_COMMAND =
  /^(?:[$€£]\s?\d[\d.,]*|\d[\d.,]* ?(?:[$€£]|euros?|eur|dollars?|usd|pounds?|gbp|bucks|quid)) (?:\S+ ){0,3}?(?:to|for|on)\b/u;
