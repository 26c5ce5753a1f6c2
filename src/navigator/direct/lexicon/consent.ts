/** Data: labels of buttons that leave an offer, a tour or a dialog. Those of cookie banners are in `policy/`. */
/** Labels that decline an unrequested offer. None of them discards the user's own work. */
export const DECLINE_OFFER =
  /^(?:no,? thanks?(?: you)?|no thank you|not (?:now|today|interested)|(?:maybe|perhaps|ask me|remind me) later|later|skip(?: for now)?|don'?t show (?:this )?again|no,? (?:do not|don'?t|please don'?t) (?:enable|allow|subscribe|notify|sign me up|install|turn (?:it |them )?on|activate|show|remind|track|participate|take part|send)\b.{0,40})[.!]?$/iu;
/** Names and markup of overlays that only give a tour. Nothing is lost by closing them. */
export const TOUR_OVERLAY =
  /\b(?:(?:guided |product |welcome )?tour|tour ?guide\S*|walk ?through|onboarding|what['’]?s new|getting started|shepherd|introjs\S*|driver popover|joyride\S*|coach ?marks?)\b/iu;
/** Close buttons of dialogs, best first. */
export const CLOSE_BUTTONS: readonly RegExp[] = [
  /^(?:close|dismiss)(?: (?:the |this )?(?:dialog|modal|pop-?up|pop-?over|window|menu|banner|message|alert|this|notification|notice|toast|snackbar|sidebar|panel|drawer|tooltip|tip|offer|ad|tour))?$/iu,
  /^(?:×|✕|✖|✗|x|╳)$/iu,
  /^(?:cancel|hide|no,? thanks|not now|got it!?|ok|okay|done|skip(?: (?:the |this )?(?:tour|intro|introduction))?|end (?:the )?tour|maybe later)$/iu,
];
/** Labels that close an overlay without any change. */
export const CLOSES_UNCHANGED =
  /^(?:cancel|no|no,? thanks?|no thank you|not now|(?:maybe |ask me )?later|dismiss|close|stay(?: (?:here|signed in|logged in|on (?:this|the) page))?|keep (?:me )?(?:working|editing|signed in|logged in)|×|✕|✖)[.!]?$/iu;
