/** Data: how people answer a page's question. Matched at the start of case-folded text. */

/** Phrases before an answer, or around the name of a button. */
export const ANSWER_LEADS: readonly RegExp[] = [
  /^(?:please|well|then|so|hm+|oh|ah|just)[\s,.]+(?=\S)/u,
  /^(?:please )?(?:say|answer|tell (?:it|them)|reply|respond with|choose|select|pick|press|click(?: on)?|hit|take|go with|it is|it's)\s+(?:the )?/u,
  /^no (?:problem|worries|objections?)[\s,.]+(?=\S)/u,
];

export const SAYS_NO =
  /^(?:no|nope|nah|never|never ?mind|don't|do not|not now|stop|cancel|abort|dismiss|decline|refuse|reject|deny|stay|keep|leave (?:it|them|that|everything)|forget (?:it|that)|rather not|better not|n)(?![\p{L}\p{N}'])/u;

export const SAYS_YES =
  /^(?:yes|yeah|yep|yup|y|sure|ok|okay|k|fine|of course|absolutely|definitely|certainly|correct|right|exactly|go ahead|go on|go for it|do it|do that|do so|please do|that's fine|accept|confirm|agree|allow|continue|proceed|leave(?: the page| it behind| anyway)?|discard|i do|i am|i'm sure|no (?:problem|worries))(?![\p{L}\p{N}'])/u;

/** Questions that do not name what they are about. */
export const GENERIC_QUESTION =
  /^(?:(?:are you )?(?:really |quite |absolutely )?(?:sure|certain)|really|continue|proceed|confirm|please confirm|do you (?:really )?(?:want|wish) to (?:continue|proceed)|this (?:action )?(?:cannot|can't) be undone|ok|okay)[\s?!.,]*(?:(?:this|it) (?:action )?(?:cannot|can't) be undone[\s?!.,]*)?(?:(?:are you sure|continue|proceed)[\s?!.,]*)?$/iu;

/** Words of questions that concern more than one item. */
export const BROAD_SCOPE = /\b(?:all|every|everything|everyone|entire|whole|account)\b/iu;

const DIALOG =
  "(?: (?:to )?(?:it|that|this|(?:the |that )?(?:page's |javascript |browser )?(?:dialog|alert|prompt|confirmation|question|message|pop-?up|warning)(?: box| window)?))?";
/** Clauses that only answer a dialog: "and confirm", "accept the alert", "close the dialog". */
export const ACCEPTS_DIALOG = new RegExp(
  `^(?:yes|ok|okay|accept|confirm|acknowledge|agree|continue|proceed|leave|leave the page)${DIALOG}$`,
  'u',
);
export const DISMISSES_DIALOG = new RegExp(`^(?:no|cancel|dismiss|decline|reject|close|stay)${DIALOG}$`, 'u');

/** Text that asks for confirmation. */
export const CONFIRMATION_TEXT =
  /\b(?:are you (?:really |quite )?sure|do you really (?:want|wish)|really (?:delete|remove|want|cancel)|please confirm)\b/iu;
/** Names of buttons that confirm the action. */
export const CONFIRM_BUTTON =
  /^(?:yes|ok|okay|confirm|delete|remove|drop|erase|purge|i(?:'|’)m sure|proceed|continue)\b/iu;
export const CANCEL_BUTTON =
  /^(?:no|cancel|keep|back|go back|take me back|abort|don(?:'|’)t|leave|never ?mind)\b/iu;
