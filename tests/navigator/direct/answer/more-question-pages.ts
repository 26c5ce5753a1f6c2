/** Further kinds of pages with questions: comments, offers, a forum, a package, the weather, a team. */
import { type QuestionPage, table } from './question-pages.js';

export const MORE_QUESTION_PAGES: readonly QuestionPage[] = [
  {
    name: 'comments admin',
    html: `<title>Comments ‹ Tideline — Admin</title><nav><ul><li><a href=/a>Posts</a></li><li><a href=/b>Comments <span>3</span></a></li></ul></nav><main><h1>Comments</h1><ul class=subsub><li><a href=#>All <span>(9)</span></a></li><li><a href=#>Pending <span>(3)</span></a></li><li><a href=#>Spam <span>(1)</span></a></li></ul>
  ${table(
    ['Author', 'Comment', 'In response to', 'Submitted on'],
    [
      ['Priya N.<br>priya@x.example', 'Lovely photographs!', 'Storm season', '2026/11/24 at 10:12'],
      ['Walter<br>walter@y.example', 'Cheap watches here', 'Storm season', '2026/11/23 at 02:40'],
      ['Ines', 'Which lens did you use?', 'Ten harbours', '2026/11/22 at 18:05'],
    ],
  )}</main>`,
    questions: [
      ['how many comments are pending?', /3/u],
      ['who wrote about the photographs?', /Priya/u],
      ['when was the comment by Ines submitted?', /2026\/11\/22/u],
      ['how many comments are spam?', /1/u],
      ['who approved the comment by Ines?', null],
      ['how many comments are in the trash?', null],
      ['what is the phone number of Walter?', null],
      ['who wrote about the boat?', null],
      ['how many posts are there?', null],
    ],
  },
  {
    name: 'flights',
    html: `<title>Flights Oslo to Lisbon</title><main><h1>Oslo to Lisbon, 4 December</h1>
  <article class=offer><div>07:10 – 11:25</div><div>Norwave</div><div>Direct</div><div>5h 15m</div><strong>€212</strong><button>Select</button></article>
  <article class=offer><div>12:40 – 19:05</div><div>Skylink</div><div>1 stop in Paris</div><div>7h 25m</div><strong>€148</strong><button>Select</button></article>
  <article class=offer><div>18:00 – 22:20</div><div>Iberia Sol</div><div>Direct</div><div>5h 20m</div><strong>€260</strong><button>Select</button></article></main>`,
    questions: [
      ['how much is the Skylink flight?', /148/u],
      ['which flight is the cheapest?', /Skylink/u],
      ['which flights are direct?', /Norwave.*Iberia/u],
      ['how many flights are there?', /3/u],
      ['how much is the Finnair flight?', null],
      ['how much is the baggage?', null],
      ['when does the Finnair flight leave?', null],
      ['how many seats are left?', null],
    ],
  },
  {
    name: 'forum',
    html: `<title>Leaking porthole - Boat forum</title><main><h1>Leaking porthole</h1><p>Started by <a href=/u/1>hugo_m</a> on 2 October 2026 · 2 replies · 148 views</p>
  <div class=post><div class=author>hugo_m</div><div class=date>2 October 2026</div><p>My forward porthole leaks when it rains. Which sealant should I use?</p></div>
  <div class=post><div class=author>Berta</div><div class=date>3 October 2026</div><p>Use butyl tape. Silicone will fail after two seasons.</p></div>
  <div class=post><div class=author>old salt</div><div class=date>5 October 2026</div><p>I agree with Berta, and replace the gasket too.</p></div></main>`,
    questions: [
      ['how many replies are there?', /2/u],
      ['how many views does it have?', /148/u],
      ['when was it started?', /2 October/u],
      ['who locked the thread?', null],
      ['how many likes are there?', null],
      ['when did Anna reply?', null],
    ],
  },
  {
    name: 'package page',
    html: `<title>tidewarp · Package index</title><main><h1>tidewarp <span>2.4.1</span></h1><p>Predicts tides from harmonic constants.</p><pre>pip install tidewarp</pre>
  <aside><h3>Details</h3><dl><dt>License</dt><dd>BSD-3-Clause</dd><dt>Requires</dt><dd>Python >=3.10</dd><dt>Released</dt><dd>Oct 3, 2026</dd><dt>Maintainers</dt><dd>lkarlsen, tomreuter</dd></dl>
  <h3>Downloads last month</h3><p>18,204</p></aside>
  <h2>Release history</h2><ul><li>2.4.1 Oct 3, 2026</li><li>2.4.0 Aug 19, 2026</li></ul></main>`,
    questions: [
      ['what licence does it have?', /BSD/u],
      ['who maintains it?', /lkarlsen/u],
      ['when was it released?', /Oct 3/u],
      ['how many downloads were there last month?', /18,204/u],
      ['how do I install it?', /pip install/u],
      ['how many stars does it have?', null],
      ['who wrote the documentation?', null],
      ['how many downloads were there last week?', null],
      ['when was version 2.3 released?', null],
      ['what is the size?', null],
    ],
  },
  {
    name: 'weather',
    html: `<title>Weather in Elmsworth</title><main><h1>Elmsworth</h1><div class=now><div>Temperature</div><div>8 °C</div><div>Wind</div><div>22 km/h</div><div>Humidity</div><div>81 %</div></div>
  <h2>Next days</h2>${table(
    ['Day', 'High', 'Low', 'Rain'],
    [
      ['Friday', '9 °C', '3 °C', '2 mm'],
      ['Saturday', '6 °C', '-1 °C', '0 mm'],
      ['Sunday', '11 °C', '5 °C', '14 mm'],
    ],
  )}</main>`,
    questions: [
      ['what is the temperature?', /8 °C/u],
      ['what is the humidity?', /81/u],
      ['how much rain is there on Sunday?', /14 mm/u],
      ['which day has the most rain?', /Sunday/u],
      ['what is the low on Saturday?', /-1/u],
      ['which day is the warmest?', null],
      ['how much rain is there on Monday?', null],
      ['what is the pressure?', null],
      ['how much snow is there on Sunday?', null],
    ],
  },
  {
    name: 'team list',
    html: `<title>Team</title><main><h1>Our team</h1><div class=card><h3>Grace Obi</h3><p>Managing director</p><a href="mailto:grace@co.example">grace@co.example</a></div><div class=card><h3>Lars Holt</h3><p>Workshop lead</p><a href="mailto:lars@co.example">lars@co.example</a></div><div class=card><h3>Mei Tan</h3><p>Accounts</p><a href="mailto:mei@co.example">mei@co.example</a></div></main>`,
    questions: [
      ["what is Lars Holt's email?", /lars@co/u],
      ['who is the managing director?', /Grace Obi/u],
      ['who does the accounts?', /Mei Tan/u],
      ['what does Lars Holt do?', /Workshop lead/u],
      ["what is Lars Holt's phone number?", null],
      ['who is the receptionist?', null],
      ["what is Tom's email?", null],
      ['how many people are in the team?', /3/u],
    ],
  },
  {
    name: 'dialog over a list',
    html: `<title>Bookings</title><main><h1>Bookings</h1><dl><dt>Guest</dt><dd>All guests</dd><dt>Period</dt><dd>May 2026</dd></dl>
      ${table(
        ['Booking', 'Guest', 'Arrival'],
        [
          ['76', 'Ida Holm', '2 May 2026'],
          ['77', 'Nora Vik', '3 May 2026'],
        ],
      )}</main>
      <dialog><h2>Booking 77</h2><dl><dt>Guest</dt><dd>Nora Vik</dd><dt>Arrival</dt><dd>3 May 2026</dd></dl><p>Paid in advance.</p><button>Close</button></dialog>
      <script>document.querySelector('dialog').showModal()</script>`,
    questions: [
      ['who is the guest?', /Nora Vik/u],
      ['when is the arrival?', /3 May/u],
      ['when does Ida Holm arrive?', /2 May/u],
      ['what is the period?', /May 2026/u],
      ['what is the deposit?', null],
    ],
  },
];
