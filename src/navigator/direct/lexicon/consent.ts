/** Data: words of cookie and consent banners. */
export const BANNER =
  /\b(cookies?|consent|gdpr|privacy (?:policy|settings|choices|preferences)|we value your privacy|tracking)\b/iu;
/** Buttons that consent to least, best first. */
export const REFUSE: readonly RegExp[] = [
  /^(?:reject|decline|refuse|deny|disagree)(?: all| everything| optional| non-essential)?(?: cookies)?$/iu,
  /^(?:only|just|use only|accept only|allow only)? ?(?:necessary|essential|required)(?: cookies)?(?: only)?$/iu,
  /^(?:continue without accepting|no,? thanks|no thank you|opt out|do not (?:accept|agree|consent))$/iu,
];
export const CLOSE: readonly RegExp[] = [
  /^(?:close|dismiss|hide|×|✕|✖|x|not now|later|maybe later|close (?:banner|cookie banner|this|message))$/iu,
];
export const ACCEPT: readonly RegExp[] = [
  /^(?:accept|allow|agree|i agree|i accept|agree to|enable)(?: all| everything)?(?: cookies)?(?: and (?:close|continue))?$/iu,
  /^(?:ok|okay|got it!?|i understand|understood|continue|yes|fine|that'?s (?:ok|fine)|sounds good)$/iu,
];
/** Said to an offer that nobody asked for; work of one's own is never left by these words. */
export const DECLINE_OFFER =
  /^(?:no,? thanks?(?: you)?|no thank you|not (?:now|today|interested)|(?:maybe|perhaps|ask me|remind me) later|later|skip(?: for now)?|don'?t show (?:this )?again|no,? (?:do not|don'?t|please don'?t) (?:enable|allow|subscribe|notify|sign me up|install|turn (?:it |them )?on|activate|show|remind|track|participate|take part|send)\b.{0,40})[.!]?$/iu;
/** What a window is called, or its markup says, that only shows people around; nothing is lost by leaving it. */
export const TOUR =
  /\b(?:(?:guided |product |welcome )?tour|tour ?guide\S*|walk ?through|onboarding|what['’]?s new|getting started|shepherd|introjs\S*|driver popover|joyride\S*|coach ?marks?)\b/iu;
/** Close buttons of dialogs, best first. */
export const CLOSERS: readonly RegExp[] = [
  /^(?:close|dismiss)(?: (?:dialog|modal|popup|window|menu|banner|message|alert|this|notification|sidebar|panel))?$/iu,
  /^(?:×|✕|✖|✗|x|╳)$/iu,
  /^(?:cancel|hide|no,? thanks|not now|got it!?|ok|okay|done|skip(?: (?:the |this )?(?:tour|intro|introduction))?|end (?:the )?tour|maybe later)$/iu,
];
/** Leaves a box that came up so that everything stays as it is. */
export const KEEPS_ALL =
  /^(?:cancel|no|no,? thanks?|no thank you|not now|(?:maybe |ask me )?later|dismiss|close|stay(?: (?:here|signed in|logged in|on (?:this|the) page))?|keep (?:me )?(?:working|editing|signed in|logged in)|×|✕|✖)[.!]?$/iu;
