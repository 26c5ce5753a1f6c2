/**
 * The script of the report. It adds the dots, the player, search and shared screenshots, and moves the summary to the top.
 * The report is readable without it.
 */
import { fillSharedScreenshots, markDecisiveTurns, openForPrint, showSummary } from './page.js';
import { createDots } from './dots.js';
import { Player } from './player.js';
import { createToolbar } from './toolbar.js';

function start(): void {
  showSummary();
  fillSharedScreenshots();
  const turns = [...document.querySelectorAll<HTMLElement>('article.turn')];
  markDecisiveTurns();
  if (turns.length > 0) {
    const player = new Player(turns);
    const dots = createDots(turns, (index) => player.goTo(index));
    createToolbar(player, turns, dots);
    player.followHash();
  }
  openForPrint();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

document.addEventListener('DOMContentLoaded', start);
