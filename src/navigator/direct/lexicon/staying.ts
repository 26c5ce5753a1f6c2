/** Data: words on buttons whose effect remains after leaving the page, though it may be undone by other means. */
export const STAYS =
  /\b(?:add|put|save|store|keep|create|update|apply|redeem|archive|file|move|mark|confirm|follow|watch|sign up|log (?:in|out)|restore)\b/iu;
