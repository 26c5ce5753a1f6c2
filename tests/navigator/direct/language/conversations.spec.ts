/** Conversations in addition to those of `cases.json`, with the expected steps in the notation of `notation.md`. */
import { expect, test } from '@playwright/test';
import { formatSteps } from '../../../../src/navigator/direct/language/notation.js';
import { parseLine } from '../../../../src/navigator/direct/language/parse.js';

/** Conversations whose last line is parsed. In the lines before it, the instructor and the navigator alternate. */
const CONVERSATIONS: readonly (readonly [lines: readonly string[], ...steps: string[]])[] = [
  // The order of steps, and remarks.
  [["After you've logged in, open Settings"], 'command "log in"', 'open "Settings"'],
  [['Log in, but first accept the cookies'], 'cookies accept', 'command "log in"'],
  [["When you're done, click Save"], 'click "Save"'],
  [['Once the page has loaded, click Refresh'], 'click "Refresh"'],
  [['Tick Remember me before you log in'], 'tick "Remember me"', 'command "log in"'],
  [['Select the Premium plan, then click Buy now'], 'choose "Premium plan"', 'click "Buy now"'],
  [['Type hello, I am here in the note field'], 'set "note" field = "hello, I am here"'],
  // Values.
  [['Choose Friday, December 4'], 'choose "2026-12-04"'],
  [['Choose Monday or Tuesday from the day list'], 'choose "Monday" or "Tuesday" from "day" list'],
  [['Set the start time to 9 and the end time to 17:30'], 'fill {start time: 09:00; end time: 17:30}'],
  [['Enter "10:30 is fine" as the comment'], 'set "comment" = "10:30 is fine"'],
  [['Set the price to 19.99'], 'set "price" = "19.99"'],
  [['Set the timer to 90 seconds'], 'set "timer" = "90 seconds"'],
  [['Put the meeting on Friday at noon'], 'set "meeting" = "2026-11-27 12:00"'],
  // Filling in and submitting a form.
  [['Set the length to 12 and search.'], 'set "length" = "12"', 'search ?'],
  [['Choose Oslo in the city list and search'], 'choose "Oslo" from "city" list', 'search ?'],
  [['Set the title to Search and rescue'], 'set "title" = "Search and rescue"'],
  // Exclusions, alternatives and numbers.
  [["Don't click Cancel, click OK"], 'click "OK" not "Cancel"'],
  [['Select all the items except Milk and Eggs'], 'choose each item not "Milk" not "Eggs"'],
  [['Tick everything except Marketing'], 'tick each checkbox not "Marketing"'],
  [['Tick up to two boxes under Extras'], 'tick each box under "Extras" max 2'],
  [['Tick the first three checkboxes'], 'tick each checkbox max 3'],
  [['Mark all messages as read'], 'command "mark as read" for each message'],
  [['Select the first or the last option'], 'choose option #1 or option #-1'],
  [['Click Terms and conditions'], 'click "Terms and conditions"'],
  [['Type yes or no in the box'], 'set box = "yes or no"'],
  [['Open By Products'], 'open "By Products"'],
  [['Show the advanced options'], 'open "advanced options"'],
  // Corrections within a line.
  [['Search for cats, no wait, dogs'], 'search "dogs"'],
  [['Choose medium, actually large, from the size list'], 'choose "large" from "size" list'],
  [['Click Yes, I mean No'], 'click "No"'],
  // Forms.
  [
    ['Write an email to bob@mail.com with the subject Hello'],
    'create "email" {to: bob@mail.com; subject: Hello}',
  ],
  [
    ['Compose an email to leon@tales.com with the subject Lunch and the body See you at noon'],
    'create "email" {to: leon@tales.com; subject: Lunch; body: See you at noon}',
  ],
  [
    ['Reserve a table for four tomorrow at 8 pm'],
    'create "table" {guests: 4; date: 2026-11-21; time: 20:00}',
  ],
  [
    ['Create an issue titled "Crash on start" with the label bug'],
    'create "issue" {title: Crash on start; label: bug}',
  ],
  [['Order a lamp with the colour white and the quantity two'], 'create "lamp" {colour: white; quantity: 2}'],
  [
    ['Book me a room from 3 March to 5 March'],
    'create "room" {start date: 2027-03-03; end date: 2027-03-05}',
  ],
  [
    ['Open a ticket with the subject Broken link and the priority high'],
    'create "ticket" {subject: Broken link; priority: high}',
  ],
  [
    ['Set up a meeting called Sync for tomorrow at 10'],
    'create "meeting" {title: Sync; date: 2026-11-21; time: 10:00}',
  ],
  // Questions.
  [['I wonder how much it costs'], 'question "how much it costs"'],
  [['Show me what the total is'], 'question "what the total is"'],
  [['Search for jobs in Berlin'], 'search "jobs in Berlin"'],
  // Lines that refer to earlier lines of the conversation.
  [
    ['Select Blue, set the quantity to two and add it to the cart'],
    'choose "Blue"',
    'set "quantity" = "2"',
    'command "add to cart" for "Blue"',
  ],
  [['Select the third row', 'Done.', 'Now delete it'], 'command "delete" for row #3'],
  [['Open the second result', 'Here it is.', 'Not this one, the next one'], 'again other'],
  [['Click Save', 'Saved.', 'No, click Cancel'], 'click "Cancel"'],
  [['Click Save', 'Saved.', 'Great, now go back'], 'back'],
  [['Set the day to Monday', 'Done.', 'Sorry, Friday'], 'again "2026-11-27"'],
  [['Press the first button', 'Done.', "I'd rather have the small one"], 'again "small"'],
  [['Save', 'How many tickets?', 'Three people'], 'answer "3"'],
  [['Save', 'Which list?', 'The shopping list'], 'answer "shopping list"'],
  [['Save', 'What should I write?', 'Write that I will be late'], 'answer "I will be late"'],
  [['Save', 'How long should it be?', 'Two hours'], 'answer "Two hours"'],
  [['Save', 'Do you want to save?', 'Yes, save it please'], 'yes', 'command "save" for it'],
  [['Save', 'Anything else?', "That's all, thanks"], 'no'],
  [['Save', 'Shall I go on?', 'Click Cancel instead'], 'click "Cancel"'],
  [['Open it', 'Done. Anything else?', 'No, the other one'], 'again other'],
  [['Never mind'], 'stop'],
];

test('the last line of a conversation is parsed into its steps', () => {
  for (const [lines, ...steps] of CONVERSATIONS) {
    const earlierLines = lines
      .slice(0, -1)
      .map((text, i) => ({ speaker: i % 2 ? ('navigator' as const) : ('instructor' as const), text }));
    const parsedSteps = formatSteps(parseLine(lines.at(-1)!, { earlierLines, today: '2026-11-20' }));
    expect.soft(parsedSteps, lines.join(' / ')).toEqual(steps);
  }
});
