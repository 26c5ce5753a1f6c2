/**
 * Everyday questions about the pages of a shop: products, baskets, orders and help. If in doubt, the navigator must
 * give no answer rather than a wrong one.
 */
import { type EverydayCase, testEverydayLines } from './everyday-cases.js';

const createPage = (heading: string, body: string): string =>
  `<!doctype html><title>${heading}</title><main><h1>${heading}</h1>${body}</main>`;

const createCard = (name: string, tags: readonly string[], price: string, before = '', was = ''): string =>
  `<li class=tile>${before}<h3><a href="#${name.length}">${name}</a></h3><p>${tags.map((tag) => `<span>${tag}</span>`).join(' ')}</p><b>${price}</b> ${was ? `<s>was ${was}</s>` : ''} <button>Add</button></li>`;

const SOUP = createPage(
  'Lentil soup 400 g',
  `<p><b>£1.90</b></p><p><span>High fibre</span> <span>Organic</span></p>
  <p>Water, lentils, onion. Contains: celery. May contain traces of mustard.</p><button>Add</button>
  <section><h2>Often bought together</h2><ul>${createCard('Oat crackers', ['Vegan', 'Nut free'], '£1.40')}${createCard('Cashew spread', ['Vegan'], '£3.10')}</ul></section>`,
);

const CARD_SHELF = createPage(
  'Snacks',
  `<nav><a href="#deals">Deals</a></nav><ul>${createCard('Oat crackers', ['Nut free'], '£1.40')}${createCard('Cashew spread', ['Vegan'], '£3.10')}${createCard('Trail mix', ['Vegan'], '£2.20')}</ul>`,
);
const OFFER_SHELF = createPage(
  'Garden tools',
  `<h2>Deals of the week</h2><ul>${createCard('Trowel', ['Steel'], '£6.00', '<span class=badge>New</span>', '£8.00')}${createCard('Watering can', ['Steel'], '£9.00', '', '£11.00')}${createCard('Gloves', ['Cotton'], '£3.00')}</ul><a href="#all">See all deals</a>`,
);
const RATED_SHELF = createPage(
  'Kettles',
  `<ul>${[
    ['Copper kettle', '★ 4.1', '£30.00', '£30.00/item'],
    ['Glass kettle', '★ 4.8', '£24.00', '£24.00/item'],
  ]
    .map(
      ([name, rating, price, unit]) =>
        `<li><h3><a href="#">${name}</a></h3><div>${rating}</div><p><b>${price}</b> <small>${unit}</small></p><p>Dishwasher safe</p></li>`,
    )
    .join('')}</ul>`,
);

const BASKET = `<!doctype html><title>Trolley</title><header><a href="#t">Trolley (<span>5</span>) <span>£15.50</span></a></header><main><h1>Your trolley</h1>
  <div>${[
    ['Rye bread 500 g', '£2.50', '2', '£5.00'],
    ['Olive oil 1 litre', '£3.50', '3', '£10.50'],
  ]
    .map(
      ([name, each, quantity, sum]) =>
        `<div class=line><div class=name><a href="#">${name}</a> <small>${each} each</small></div><button aria-label="Fewer">−</button><input aria-label=Quantity value=${quantity}><button aria-label="More">+</button><span>${sum}</span><button>Remove</button></div>`,
    )
    .join('')}</div>
  <h2>Summary</h2><dl><dt>Subtotal<dd>£15.50<dt>Voucher SPRING<dd>−£3.00<dt>Postage<dd>£4.20<dt>Total to pay<dd>£16.70</dl></main>`;

const PAYMENT = createPage(
  'Checkout',
  `<form><h2>Postage</h2><label><input type=radio name=a checked> Home</label>
  <label>Phone number <input value="020 7946 0018"></label><label>Note <textarea></textarea></label>
  <dl><dt>Goods<dd>£20.00<dt>Postage<dd>£4.20<dt>Total<dd>£24.20</dl></form>`,
);

const ORDERS = createPage(
  'My orders',
  [
    ['B-118', '3 March 2027', '£18.20', 'Preparing'],
    ['B-117', '8 March 2027', '£31.00', 'Ready to collect'],
    ['B-101', '2 January 2027', '£12.75', 'Collected'],
  ]
    .map(
      ([number, date, sum, status]) =>
        `<section class=order><h2><a href="#${number}">Order ${number}</a></h2><p>Placed ${date} · ${sum}</p><p>Status: <b>${status}</b></p><button>Buy again</button></section>`,
    )
    .join(''),
);
const ORDER = createPage(
  'Order B-118',
  `<p>Status: Preparing</p><table><tr><th>Item<th>Quantity<th>Price</tr><tr><td>Rye bread<td>4<td>£2.50</tr></table><p>Total £10.00</p><p>Estimated arrival Tuesday 9 March.</p>`,
);
const THANKS = createPage(
  'Thank you!',
  '<p role=status>Your booking K-4471 has been made.</p><p>Or phone 020 7946 0018.</p>',
);

const CLOTHES = createPage(
  'Coats',
  `<ul>${['Rain coat', 'Wool coat'].map((name) => `<li><h3><a href="#">${name}</a></h3><p><span>Blue</span></p><b>£80</b></li>`).join('')}</ul>`,
);

const HELP = createPage(
  'Help',
  (
    [
      ['How much does postage cost?', 'Postage is £4.20.'],
      ['Is there a smallest order?', 'Orders start at £10.'],
      ['Can I change my address?', 'Yes, before we pack it.'],
    ] as const
  )
    .map(
      ([question, answer]) =>
        `<h3><button aria-expanded=false onclick="document.title+='+';this.setAttribute('aria-expanded',true);this.parentElement.nextElementSibling.hidden=false">${question}</button></h3><div hidden><p>${answer}</p></div>`,
    )
    .join(''),
);

const CASES: readonly EverydayCase[] = [
  // "It" is what the page is about, not what it recommends.
  { page: SOUP, line: 'is it vegan?', kind: 'unfinished' },
  { page: SOUP, line: 'is it organic?', reply: 'Yes, the page says “Organic”' },
  { page: SOUP, line: 'does it contain celery?', reply: 'Yes, the page says “Contains: celery.”' },
  { page: SOUP, line: 'does it have mustard?', reply: 'The page says “May contain traces of mustard.”' },
  { page: SOUP, line: 'does it contain cashew?', kind: 'unfinished' },
  { page: SOUP, line: 'is it nut free?', kind: 'unfinished' },
  { page: SOUP, line: 'is it celery free?', reply: 'No, the page says “Contains: celery.”' },
  { page: SOUP, line: 'how much is it?', reply: '£1.90' },
  { page: SOUP, line: 'is the cashew spread vegan?', reply: 'Yes, in the row “Cashew spread”' },
  { page: CARD_SHELF, line: 'do they have nut?', notInReply: 'Yes' },
  { page: CARD_SHELF, line: 'anything vegan?', reply: 'Yes: Cashew spread and Trail mix' },
  { page: CARD_SHELF, line: 'got any trail mix?', reply: 'Yes: “Trail mix”' },
  // Offers.
  {
    page: CARD_SHELF,
    line: 'which of these are on offer?',
    reply: 'None of the 3 rows',
    notInReply: 'Trail',
  },
  { page: CARD_SHELF, line: 'are there any deals here?', reply: 'No: none of the 3 rows' },
  {
    page: OFFER_SHELF,
    line: 'which ones are on offer?',
    reply: 'Trowel and Watering can',
    notInReply: 'Gloves',
  },
  { page: OFFER_SHELF, line: "what's on sale?", reply: 'Trowel and Watering can', notInReply: 'See all' },
  { page: OFFER_SHELF, line: 'is the trowel new?', reply: 'Yes, in the row “Trowel”' },
  // Comparisons.
  { page: RATED_SHELF, line: 'which is the cheapest?', reply: 'Glass kettle has the lowest price: £24.00' },
  {
    page: RATED_SHELF,
    line: 'which one has the best rating?',
    reply: 'Glass kettle has the best rating: ★ 4.8',
  },
  { page: CLOTHES, line: 'show me the reviews for the wool coat', notInReply: 'Blue' },
  // Baskets and amounts.
  { page: BASKET, line: 'how much is the rye bread each?', reply: '£2.50', notInReply: '£5.00' },
  { page: BASKET, line: 'how many have I got in the trolley?', reply: '(5)' },
  { page: BASKET, line: "what's in my trolley?", reply: '2 × Rye bread 500 g and 3 × Olive oil 1 litre' },
  { page: BASKET, line: 'what do I owe in total?', reply: '£16.70' },
  { page: BASKET, line: 'how much will I pay?', reply: '£16.70' },
  { page: BASKET, line: 'how much did that save me?', reply: 'Voucher SPRING: −£3.00' },
  { page: PAYMENT, line: 'how much is the postage?', reply: '£4.20', notInReply: '7946' },
  { page: PAYMENT, line: 'what number can I call?', notInReply: '7946' },
  // Orders.
  { page: ORDERS, line: 'which one is ready to collect?', reply: 'Order B-117', notInReply: 'B-101' },
  { page: ORDERS, line: 'which order was collected?', reply: 'Order B-101', notInReply: 'B-117' },
  { page: ORDERS, line: 'how much was my last order?', reply: '“£31.00”' },
  { page: ORDERS, line: 'what is the status of my last order?', reply: 'Status: Ready to collect' },
  { page: ORDERS, line: 'is it ready?', kind: 'unfinished' },
  { page: ORDER, line: 'how much did that cost?', reply: '£10.00', notInReply: '£2.50' },
  { page: ORDER, line: "when's it arriving?", reply: 'Tuesday 9 March' },
  { page: THANKS, line: "what's my booking number?", reply: 'K-4471' },
  { page: THANKS, line: 'what number can I ring?', reply: '020 7946 0018' },
  // Collapsed questions.
  { page: HELP, line: 'how much is postage?', reply: 'Postage is £4.20.', title: 'Help+' },
  { page: HELP, line: 'is there a smallest order?', reply: 'Orders start at £10.', title: 'Help+' },
  { page: HELP, line: 'can I change my address later?', reply: 'before we pack it', title: 'Help+' },
  { page: HELP, line: 'how much is parking?', kind: 'unfinished', title: 'Help' },
];

testEverydayLines(CASES);
