/** Common kinds of pages, with questions and expected answers. An expected answer is null if the page has none. */
export interface QuestionPage {
  name: string;
  html: string;
  questions: readonly (readonly [question: string, expected: RegExp | null])[];
}

const formatRow = (tag: string, cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
export const formatTable = (head: readonly string[] | null, rows: readonly (readonly string[])[]): string =>
  `<table>${head ? `<thead>${formatRow('th', head)}</thead>` : ''}<tbody>${rows.map((r) => formatRow('td', r)).join('')}</tbody></table>`;

export const QUESTION_PAGES: readonly QuestionPage[] = [
  {
    name: 'invoice list',
    html: `<title>Invoices</title><nav><a href=/invoices>Invoices</a> <a href=/clients>Clients</a></nav><main><h1>Invoices</h1>
      ${formatTable(
        ['Number', 'Client', 'Issued', 'Due', 'Amount', 'Status', ''],
        [
          ['2041', 'Baltic Rope', '2 March 2026', '1 April 2026', '€1,240.00', 'Paid'],
          ['2042', 'Nordlys AS', '9 March 2026', '8 April 2026', '€310.50', 'Overdue'],
          ['2043', 'Harbour Café', '11 March 2026', '10 April 2026', '€86.00', 'Overdue'],
          ['2044', 'Baltic Rope', '20 March 2026', '19 April 2026', '€702.00', 'Sent'],
        ].map((cells) => [...cells, '<a href=/edit>Edit</a>']),
      )}</main>`,
    questions: [
      ['when is invoice 2042 due?', /8 April 2026/u],
      ['how much is the invoice for Harbour Café?', /86\.00/u],
      ['which invoices are overdue?', /2042.*2043/u],
      ['how many invoices are overdue?', /\b2\b/u],
      ['is 2044 paid?', /^No\b.*Sent/u],
      ['which invoice has the highest amount?', /2041/u],
      ['what is the phone number of Nordlys?', null],
      ['how much is the invoice for Feinwerk?', null],
    ],
  },
  {
    name: 'mail list',
    html: `<title>Mail</title><nav><ul><li><a href=/inbox>Inbox <span class=badge>12</span></a></li>
      <li><a href=/drafts>Drafts (3)</a></li><li><a href=/spam>Spam</a></li></ul></nav><main><h1>Inbox</h1>
      ${formatTable(null, [
        ['<input type=checkbox>', 'Ines Maurer', '<a href=/m1>Boiler inspection on Thursday</a>', '14:05'],
        ['<input type=checkbox>', 'Post office', '<a href=/m2>Your parcel is waiting</a>', '11:32'],
        [
          '<input type=checkbox>',
          'Jonas Wirth',
          '<a href=/m3>Re: Choir rehearsal</a> <span>Attachment</span>',
          'Nov 24',
        ],
        ['<input type=checkbox>', 'Ines Maurer', '<a href=/m4>Minutes of the meeting</a>', 'Nov 21'],
      ])}</main>`,
    questions: [
      ['how many drafts are there?', /\b3\b/u],
      ['how many messages are in the inbox?', /\b12\b/u],
      ['who sent the message about the choir rehearsal?', /Jonas Wirth/u],
      ['when did the boiler inspection mail arrive?', /14:05/u],
      ['which messages are from Ines Maurer?', /Boiler inspection.*Minutes of the meeting/u],
      ['is there a message from the post office?', /^Yes\b/u],
      ['how many messages are in spam?', null],
      ['who sent the message about the car?', null],
    ],
  },
  {
    name: 'issue page',
    html: `<title>#418 Export loses accents</title><main><h1>#418 Export loses accents</h1>
      <dl><dt>Status</dt><dd>Open</dd><dt>Priority</dt><dd>High</dd><dt>Assignee</dt><dd>Marta Kowalska</dd>
      <dt>Reporter</dt><dd>d.reuter</dd><dt>Milestone</dt><dd>4.2</dd><dt>Labels</dt><dd>export, unicode</dd></dl>
      <h2>Description</h2><p>When a list with names such as Zoë is exported, the file shows question marks. The error was first seen in version 4.1.3.</p>
      <h2>Comments (2)</h2><ul><li><b>Tomas Lindgren</b> · 3 May 2026<p>I can reproduce this with Excel 2021 only.</p></li>
      <li><b>Marta Kowalska</b> · 5 May 2026<p>The header lacks a byte order mark.</p></li></ul></main>`,
    questions: [
      ['who is assigned to this issue?', /Marta Kowalska/u],
      ['who reported it?', /d\.reuter/u],
      ['what is the priority?', /High/u],
      ['how many comments are there?', /\b2\b/u],
      ['in which version was the error first seen?', /4\.1\.3/u],
      ['is the issue closed?', /^No\b.*Open/u],
      ['when is it due?', null],
    ],
  },
  {
    name: 'product page',
    html: `<title>Walnut desk lamp – Lumen & Co</title><header><a href=/>Lumen & Co</a> <a href=/basket>Basket (1)</a></header><main>
      <h1>Walnut desk lamp</h1><p>€79.00</p><p>In stock, delivered in 2–3 working days</p>
      <table><tr><th>Height</th><td>42 cm</td></tr><tr><th>Weight</th><td>1.8 kg</td></tr><tr><th>Bulb</th><td>E27, up to 40 W</td></tr><tr><th>Material</th><td>Walnut and brass</td></tr></table>
      <h2>Reviews</h2><p>4.6 out of 5 · 38 reviews</p>
      <h2>You may also like</h2><ul><li><a href=/p1>Oak floor lamp</a> <span>€149.00</span></li><li><a href=/p2>Clip light</a> <span>€24.50</span></li></ul></main>`,
    questions: [
      ['how much is it?', /79\.00/u],
      ['how heavy is the lamp?', /1\.8 kg/u],
      ['what is it made of?', /Walnut and brass/u],
      ['how much is the clip light?', /24\.50/u],
      ['how many reviews are there?', /\b38\b/u],
      ['is it in stock?', /In stock/u],
      ['who designed it?', null],
      ['how much is the ceiling lamp?', null],
    ],
  },
  {
    name: 'product page with its state on a line',
    html: `<title>Tern desk lamp – Fennwick</title><main><h1>Tern desk lamp</h1><p>£39.00</p><form><p>Out of stock</p>
      <label><input type=checkbox> Tell me when it is in stock</label><button>Add to basket</button></form>
      <h2>Description</h2><p>A warm, even light. Two metres of cable.</p><p>Delivery: 2 days</p></main>`,
    questions: [
      ['is it in stock?', /^No\b.*Out of stock/u],
      ['is the lamp out of stock?', /^Yes\b.*Out of stock/u],
      ['is the lamp still in stock?', /^No\b/u],
      ['is the chair in stock?', null],
      ['is it waterproof?', null],
    ],
  },
  {
    name: 'pages whose lines only look like the state of their topic',
    html: `<title>Your ticket</title><main><h1>Your ticket</h1><dl><dt>Refundable<dd>No</dl><button>Shipped</button><h2>Free</h2>
      <div><div class=card><h3>Heron</h3><p>£9</p><p>Sold out</p></div><div class=card><h3>Tern</h3><p>£8</p><p>2 left</p></div></div></main>`,
    questions: [
      ['is the ticket free?', null],
      ['is it shipped?', null],
      ['is it available?', null],
    ],
  },
  {
    name: 'basket',
    html: `<title>Basket – Lumen & Co</title><header><a href=/>Lumen & Co</a> <a href=/basket>Basket (3)</a></header><main><h1>Basket</h1>
      ${formatTable(
        ['Product', 'Quantity', 'Price'],
        [
          ['Walnut desk lamp', '1', '£49.00'],
          ['Felt shade', '2', '£24.00'],
        ],
      )}<dl><dt>Subtotal</dt><dd>£73.00</dd><dt>Delivery</dt><dd>£4.50</dd><dt>Total</dt><dd>£77.50</dd></dl></main>
      <section aria-label=Cookies><p>We use cookies to keep your basket and to count visits.</p></section>`,
    questions: [
      ['what is in the basket?', /^On this page: 1 × Walnut desk lamp and 2 × Felt shade\.$/u],
      ['what do I have in my basket?', /1 × Walnut desk lamp and 2 × Felt shade/u],
      ['how much is it all together?', /^Total: £77\.50/u],
      ['what is the subtotal?', /£73\.00/u],
      ['what do you use cookies for?', /keep your basket/u],
      ['what is in the wish list?', null],
    ],
  },
  {
    name: 'loans with numeric dates',
    html: `<title>Loans</title><main><h1>My loans</h1>${formatTable(
      ['Title', 'Due', 'Borrowed'],
      [
        ['Moominland midwinter', '04/12/2026', '01/11/2026'],
        ['Bread matters', '11/12/2026', '02/11/2026'],
        ['Field guide', '18/12/2026', '03/11/2026'],
        ['The salt path', '24/11/2026', '04/11/2026'],
      ],
    )}</main>`,
    questions: [
      ['which book is due last?', /Field guide/u],
      ['which one is due first?', /The salt path/u],
      // 01/11 may be in January or in November.
      ['which book was borrowed first?', null],
    ],
  },
  {
    name: 'settings form',
    html: `<title>Notification settings</title><main><h1>Notifications</h1><form>
      <p><label>Reply address <input type=email value="crew@regatta.example"></label></p>
      <p><label for=freq>Digest frequency</label> <select id=freq><option>Daily<option selected>Weekly<option>Never</select></p>
      <p><label><input type=checkbox checked> Notify me about new comments</label></p>
      <p><label><input type=checkbox> Notify me about mentions</label></p>
      <p><label>Quiet hours from <input type=time value="22:00"></label> <label>to <input type=time value="07:00"></label></p>
      <p><label>Signature <textarea></textarea></label></p><button>Save</button></form></main>`,
    questions: [
      ['what is the reply address?', /crew@regatta\.example/u],
      ['how often is the digest sent?', /Weekly/u],
      ['is the box about mentions ticked?', /^No\b/u],
      ['what is the digest frequency?', /Weekly/u],
      ['what are the options of the digest frequency?', /Daily.*Weekly.*Never/u],
      ['is the signature empty?', /^Yes\b/u],
      ['what is the postal address?', null],
    ],
  },
  {
    name: 'article',
    html: `<title>Skerry Lighthouse - Coastpedia</title><main><h1>Skerry Lighthouse</h1>
   <table class=infobox><tr><th colspan=2>Skerry Lighthouse</th></tr><tr><th>Location</th><td>North of Vane Island</td></tr><tr><th>Height</th><td>41 m</td></tr><tr><th>First lit</th><td>1869</td></tr><tr><th>Automated</th><td>1978</td></tr><tr><th>Architect</th><td>Edith Marrow</td></tr></table>
   <p>The lighthouse was built between 1866 and 1869. It was designed by Edith Marrow, who also planned the harbour of Vane. The last keeper, Olaf Brandt, left in 1978.</p>
   <h2>Light</h2><p>The lamp can be seen from 19 nautical miles. It flashes twice every ten seconds.</p>
   <h2>Visitors</h2><p>The tower is open from May to September. Tickets cost £6 for adults and £3 for children.</p></main>`,
    questions: [
      ['how tall is the lighthouse?', /41 m/u],
      ['who designed it?', /Edith Marrow/u],
      ['when was it built?', /1866/u],
      ['who was the last keeper?', /Olaf Brandt/u],
      ['when was it automated?', /1978/u],
      ['how much are tickets for children?', /3/u],
      ['when is the tower open?', /May to September/u],
      ['how often does it flash?', /ten seconds/u],
      ['who is the current keeper?', null],
      ['how much is a guided tour?', null],
      ['how wide is the tower?', null],
      ['when was the harbour built?', null],
      ['who painted the tower?', null],
      ['where is it?', /Vane Island/u],
    ],
  },
  {
    name: 'builds',
    html: `<title>Pipelines · harbour/api</title><nav><a href=/p>Pipelines</a> <a href=/i>Issues <span>14</span></a> <a href=/m>Merge requests <span>3</span></a></nav><main><h1>Pipelines</h1>
   ${formatTable(
     ['Pipeline', 'Branch', 'Status', 'Duration', 'Started', 'Triggered by'],
     [
       ['#881', 'main', 'Passed', '4m 12s', '10 minutes ago', 'Ravi Sen'],
       ['#880', 'fix-login', 'Failed', '1m 03s', '25 minutes ago', 'Elsa Roth'],
       ['#879', 'main', 'Passed', '4m 40s', '2 hours ago', 'Ravi Sen'],
       ['#878', 'docs', 'Canceled', '0m 20s', '3 hours ago', 'Noor Aziz'],
     ],
   )}</main>`,
    questions: [
      ['which pipeline failed?', /880/u],
      ['who triggered pipeline 878?', /Noor Aziz/u],
      ['how long did pipeline 881 take?', /4m 12s/u],
      ['which branch does #880 belong to?', /fix-login/u],
      ['how many merge requests are there?', /3/u],
      ['how many pipelines passed?', /2/u],
      ['did pipeline 879 pass?', /^Yes/u],
      ['did 880 pass?', /^No/u],
      ['which pipeline took the longest?', /879/u],
      ['when did pipeline 880 start?', /25 minutes/u],
      ['who approved pipeline 881?', null],
      ['how many tests does 881 have?', null],
      ['which pipeline is running?', null],
      ['how long did pipeline 900 take?', null],
    ],
  },
  {
    name: 'opening hours',
    html: `<title>Linden Library</title><main><h1>Linden Library</h1><h2>Opening hours</h2>
   ${formatTable(null, [
     ['Monday', 'closed'],
     ['Tuesday', '10:00–18:00'],
     ['Wednesday', '10:00–18:00'],
     ['Saturday', '9:00–13:00'],
   ])}
   <h2>Contact</h2><p>Address: Linden Road 12, Elmsworth</p><p>Phone: 0151 2233</p><p>Librarian: Grace Obi</p>
   <h2>Fees</h2><ul><li>Adults: 18 euros a year</li><li>Children: free</li><li>Late return: 1 euro per week</li></ul></main>`,
    questions: [
      ['when is the library open on Saturday?', /9:00/u],
      ['is the library open on Monday?', /closed/u],
      ['what is the phone number?', /0151 2233/u],
      ['where is the library?', /Linden Road/u],
      ['who is the librarian?', /Grace Obi/u],
      ['how much is it for adults?', /18/u],
      ['how much does a late return cost?', /1 euro/u],
      ['when is it open on Sunday?', null],
      ['what is the email address?', null],
      ['how much is it for students?', null],
      ['who is the director?', null],
    ],
  },
  {
    name: 'opening hours of two branches',
    html: `<title>Visit us</title><header><form role=search><input type=search aria-label="Search the catalogue"><button>Search</button></form></header>
      <main><h1>Opening hours</h1><h2>Central Library</h2>
      <dl><dt>Mon–Thu</dt><dd>9.00–18.00</dd><dt>Fri</dt><dd>9.00–17.00</dd><dt>Sat</dt><dd>10.00–16.00</dd><dt>Sun</dt><dd>Closed</dd></dl>
      <h2>Northgate</h2><dl><dt>Mon</dt><dd>10.00–18.00</dd><dt>Sat</dt><dd>10.00–13.00</dd></dl></main>`,
    questions: [
      ['when are you open on Saturday?', /Sat: 10\.00–16\.00 .*Central.*Sat: 10\.00–13\.00 .*Northgate/u],
      ['when do you close on Fridays?', /^Fri: 9\.00–17\.00 /u],
      ['when is Northgate open on Saturday?', /^Sat: 10\.00–13\.00 .*Northgate”\)\.$/u],
      ['what are your opening hours on Wednesday?', /^Mon–Thu: 9\.00–18\.00/u],
      ['is Central open on Sunday?', /^No\b.*Closed/u],
      ['is Northgate open on Mondays?', /^Yes\b.*10\.00–18\.00/u],
      ['when is Riverside open on Saturday?', null],
      ['is Northgate open on Sunday?', null],
      ['where is it on the shelf?', null],
    ],
  },
  {
    name: 'search results',
    html: `<title>tents - Search - Outdoor Depot</title><main><h1>Results for “tents”</h1><p>Showing 3 of 48 products</p>
   <div class=product><h3><a href=/1>Ridge 2 tent</a></h3><div class=price>$249.00</div><div>4.5 (112)</div><div>Ships tomorrow</div></div>
   <div class=product><h3><a href=/2>Dune family tent</a></h3><div class=price>$419.00</div><div>4.1 (36)</div><div>Out of stock</div></div>
   <div class=product><h3><a href=/3>Solo tarp</a></h3><div class=price>$89.95</div><div>3.9 (8)</div><div>Ships tomorrow</div></div></main>`,
    questions: [
      ['how much is the Solo tarp?', /89.95/u],
      ['what does the dune family tent cost?', /419/u],
      ['is the dune family tent in stock?', /Out of stock/u],
      ['how many products are there?', /48/u],
      ['how much is the Ridge 3 tent?', null],
      ['how heavy is the Ridge 2 tent?', null],
      ['which tent is the cheapest?', /Solo tarp/u],
      ['who makes the Solo tarp?', null],
    ],
  },
  {
    name: 'order page',
    html: `<title>Order A-5512</title><main><h1>Order A-5512</h1><p>Placed on 18 November 2026 · Processing</p>
   <section><h2>Items</h2>${formatTable(
     ['Item', 'Quantity', 'Price'],
     [
       ['Ceramic mug', '2', '$24.00'],
       ['Tea tin', '1', '$11.50'],
     ],
   )}
   <table><tr><td>Subtotal</td><td>$35.50</td></tr><tr><td>Shipping</td><td>$4.90</td></tr><tr><td>Total</td><td>$40.40</td></tr></table></section>
   <section><h2>Shipping address</h2><p>Noor Aziz<br>8 Quay Street<br>Port Ellery</p></section><section><h2>Payment</h2><p>Visa ending in 4421</p></section></main>`,
    questions: [
      ['what is the total?', /40\.40/u],
      ['how much is shipping?', /4\.90/u],
      ['how many mugs did I order?', /2/u],
      ['what is the subtotal?', /35\.50/u],
      ['how much is the tea tin?', /11\.50/u],
      ['when was the order placed?', /18 November/u],
      ['what is the shipping address?', /8 Quay Street/u],
      ['how many items are there?', /2/u],
      ['what is the tax?', null],
      ['when will it arrive?', null],
      ['how much is the coffee tin?', null],
      ['what is the total of order A-5513?', null],
    ],
  },
  {
    name: 'tasks',
    html: `<title>My tasks</title><main><h1>My tasks</h1><ul class=tasks>
   <li><input type=checkbox checked aria-label="Book flights"> <span>Book flights</span> <span class=due>12 May</span> <span class=who>Mina</span></li>
   <li><input type=checkbox aria-label="Renew passport"> <span>Renew passport</span> <span class=due>3 June</span> <span class=who>Theo</span></li>
   <li><input type=checkbox aria-label="Pack tent"> <span>Pack tent</span> <span class=due>20 June</span> <span class=who>Mina</span></li></ul><p>1 of 3 done</p></main>`,
    questions: [
      ['who packs the tent?', /Mina/u],
      ['how many tasks are there?', /3/u],
      ['which tasks does Mina have?', /Book flights.*Pack tent/u],
      ['is Book flights done?', /Yes/u],
      ['is renew passport ticked?', /No/u],
      ['who waters the plants?', null],
      ['when does the flight leave?', null],
      ['how many tasks are overdue?', null],
    ],
  },
  {
    name: 'comments admin',
    html: `<title>Comments ‹ Tideline — Admin</title><nav><ul><li><a href=/a>Posts</a></li><li><a href=/b>Comments <span>3</span></a></li></ul></nav><main><h1>Comments</h1><ul class=subsub><li><a href=#>All <span>(9)</span></a></li><li><a href=#>Pending <span>(3)</span></a></li><li><a href=#>Spam <span>(1)</span></a></li></ul>
  ${formatTable(
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
  <h2>Next days</h2>${formatTable(
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
    name: 'cards with a heading each',
    html: `<title>Reading room</title><main><h2>Shelves</h2><section>
      <article class=shelf><h3>Sea charts</h3><small>12 metres</small><small>No books on this shelf</small></article>
      <article class=shelf><h3>Letters</h3><small>4 metres</small><small>No books on this shelf</small></article>
      <article class=shelf><h3>Almanacs</h3><small>7 metres</small><small>No books on this shelf</small></article></section></main>`,
    questions: [
      ['what shelves are there?', /Sea charts, Letters and Almanacs/u],
      ['which shelves do we have?', /Sea charts, Letters and Almanacs/u],
      ['what are the shelves?', /Sea charts, Letters and Almanacs/u],
      ['how many shelves are there?', /\b3\b/u],
      ['what is the main heading?', /Shelves/u],
      ['how many books are there?', null],
      ['what books are there?', null],
      ['what shelves are there in the cellar?', null],
    ],
  },
  {
    name: 'dialog over a list',
    html: `<title>Bookings</title><main><h1>Bookings</h1><dl><dt>Guest</dt><dd>All guests</dd><dt>Period</dt><dd>May 2026</dd></dl>
      ${formatTable(
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
