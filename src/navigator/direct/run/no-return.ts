/** Data: words on controls whose work cannot be taken back by whoever pressed them. */
export const NO_RETURN =
  /\b(?:delete|remove|erase|discard|destroy|purge|empty|clear|trash|send|submit|post|publish|buy|pay|order|purchase|checkout|check out|subscribe|unsubscribe|cancel|revoke|deactivate|block|report)\b/iu;

/** Words on buttons whose work stays when the page is left. */
export const STAYS =
  /\b(?:add|put|save|store|keep|create|update|apply|redeem|archive|file|move|mark|confirm|follow|watch|sign up|log (?:in|out)|restore)\b/iu;

/** Said of all or of so many: then that many are meant. */
export const ALL_SAID =
  /\b(?:all|each|every|everything|everyone|both|any|whole|entire|first|last|top|\d+|two|three|four|five|six|seven|eight|nine|ten)\b/iu;
