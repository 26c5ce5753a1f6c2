/** Data: the instructor's verbs. `form` is matched at the start of a clause, longest first. */
export type VerbKind =
  | 'click'
  | 'open'
  | 'expand'
  | 'collapse'
  | 'hover'
  | 'set'
  | 'fill'
  | 'clear'
  | 'search'
  | 'find'
  | 'choose'
  | 'tick'
  | 'untick'
  | 'toggle'
  | 'accept'
  | 'scroll'
  | 'load'
  | 'close'
  | 'create'
  | 'enter'
  | 'submit'
  | 'add'
  | 'command'
  | 'sort'
  | 'filter'
  | 'press'
  | 'back'
  | 'forward'
  | 'reload'
  | 'question'
  | 'wait'
  | 'drag'
  | 'paste';

export interface Verb {
  form: string;
  kind: VerbKind;
}

const createVerbs = (kind: VerbKind, list: string): Verb[] => list.split('|').map((form) => ({ form, kind }));

/** Verbs that end a lasting state: "stop watching". */
export const ENDING_VERBS: readonly string[] = ['stop', 'quit'];

export const VERBS: readonly Verb[] = [
  ...createVerbs(
    'click',
    'click on|click onto|click at|click|tap on|tap|push|follow|activate|use|left click|focus on|focus into|focus in|focus|put the cursor in|put the cursor into|place the cursor in',
  ),
  ...createVerbs('press', 'press on|press|hit|strike'),
  ...createVerbs(
    'open',
    'open up|open|go over to|go on to|go into|go to|goto|go back to|take me back to|bring me back to|get me back to|navigate to|navigate over to|head over to|head to|jump to|take me to|bring me to|' +
      'get me to|move to|move on to|switch to|switch over to|change to|turn to|bring up|pull up|launch|access|visit|view|enter the|' +
      'show me|show us|show|display|let me see|see|get to|return to|proceed to|continue to|look at|have a look at|check out|browse to|browse',
  ),
  ...createVerbs('expand', 'expand|unfold|unhide|drop down|show more of|show me more of|see more of|reveal'),
  ...createVerbs('collapse', 'collapse|fold up|fold|hide'),
  ...createVerbs('hover', 'hover over|hover on|hover|move the mouse over|mouse over|point at'),
  ...createVerbs(
    'set',
    'type in|type|enter|input|write down|write|put in|put|key in|set|change|update|adjust|name it|call it|title it|rename it to|insert|replace|swap',
  ),
  ...createVerbs('fill', 'fill in|fill out|fill up|fill|complete'),
  ...createVerbs('clear', 'clear|empty|erase'),
  ...createVerbs('search', 'search for|search|look up|do a search for|run a search for|google'),
  ...createVerbs('find', 'find me|find|look for|locate|where is|where are|where can i find|where do i find'),
  ...createVerbs('choose', 'select|choose|pick out|pick|opt for|go for|i choose|mark'),
  ...createVerbs('tick', 'tick off|tick|check off|check|enable|turn on|switch on'),
  ...createVerbs(
    'untick',
    'untick|uncheck|unselect|deselect|disable|turn off|switch off|unmark|deactivate|remove the check from|remove the tick from',
  ),
  ...createVerbs('toggle', 'toggle|flip'),
  ...createVerbs('accept', 'accept|agree to|agree with|allow|consent to|decline|reject|deny|refuse'),
  ...createVerbs('scroll', 'scroll'),
  ...createVerbs('load', 'load|browse to|surf to'),
  ...createVerbs('close', 'close|dismiss|get rid of|exit|x out of|x out'),
  ...createVerbs(
    'create',
    'create|make|schedule|set up|start|register|compose|draft|book|reserve|plan|organise|organize',
  ),
  ...createVerbs('add', 'add'),
  ...createVerbs(
    'enter',
    'log me in|log in|login|log on|sign me in|sign in|sign me up|sign up|register me|register|create an account|subscribe me|subscribe|enrol me|join',
  ),
  ...createVerbs('submit', 'submit|send off|hand in'),
  ...createVerbs('sort', 'sort|order|arrange'),
  ...createVerbs('filter', 'filter|narrow down|narrow|restrict|limit'),
  ...createVerbs('back', 'go back|back up|navigate back|previous page in history|back'),
  ...createVerbs('forward', 'go forward|forward|navigate forward'),
  ...createVerbs('reload', 'reload|refresh'),
  ...createVerbs('wait', 'wait'),
  // Parsed by patterns in language/gestures.ts; listed here so that they start a clause.
  ...createVerbs(
    'click',
    'double click|double-click|doubleclick|double tap|right click|right-click|rightclick',
  ),
  ...createVerbs('drag', 'drag|drop|pull'),
  ...createVerbs('paste', 'paste'),
  // Verbs that are also names of buttons: the clause itself is the name to look for.
  ...createVerbs(
    'command',
    'log out|log off|sign out|logout|sign off|save|cancel|delete|remove|edit|modify|download|upload|attach|share|like|print|copy|reply|' +
      'send|publish|post|buy|order now|pay|check out now|checkout|apply|reset|undo|redo|import|export|preview|next|previous|continue|' +
      'proceed|skip|confirm|retry|play|pause|mute|unmute|zoom in|zoom out|install|run|execute|view all|show all|show more|load more|read more|' +
      'see all|see more|view more|archive|rename|duplicate|clone|pin|bookmark|star|unstar|rate|report|unsubscribe|unfollow|invite|watch|unwatch|upvote|downvote|vote|leave|block|unblock|restore|move|increase|decrease|approve|' +
      'resend|reopen|unarchive|revoke|snooze|flag|unflag|unpin|' +
      'take out|throw out|throw away|file away|put away|put aside|call off|cross out|strike out|redeem',
  ),
  ...createVerbs(
    'question',
    "what|what's|whats|who|who's|when|where|which|why|how|how's|is|are|was|were|does|do|did|has|have|am|" +
      'tell me|tell us|let me know|give me|read me|read out|read aloud|read to me|read|find out|report|say|count|list|check whether|check if|check what|' +
      "check how|check when|check who|see if|see whether|see what|i want to know|i would like to know|i'd like to know|quote|verify|confirm whether|confirm that|" +
      'whether|summarize|summarise|explain|describe|solve|calculate|compute|work out',
  ),
];

/** Question words: a clause that starts with one of these asks about the page. */
export const QUESTION_START =
  /^(what|what's|whats|who|who's|whose|whom|when|where|where's|which|why|how|how's|is|are|was|were|does|do|did|has|have|am|whether|if)\b/iu;

/** Words before a question that are not part of it. */
export const QUESTION_LEAD =
  /^(tell (?:me|us)|let me know|give me|find out|check|see|i want to know|i would like to know|i'd like to know|say|report|verify|confirm|read (?:me|out|aloud|to me))\s+/iu;
