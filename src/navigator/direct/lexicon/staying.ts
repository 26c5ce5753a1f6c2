/** Data: words on buttons whose work stays when the page is left, though it may be taken back by other means. */
export const STAYS =
  /\b(?:add|put|save|store|keep|create|update|apply|redeem|archive|file|move|mark|confirm|follow|watch|sign up|log (?:in|out)|restore)\b/iu;
