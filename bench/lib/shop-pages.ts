/** Generates shop pages of any size, with cards, a table, a form, an open shadow root and an iframe. */
import type { RequestListener } from 'node:http';

export interface Shop {
  cards: number;
  rows: number;
}

/** Shops by approximate element count. */
export const SHOPS: Record<string, Shop> = {
  '1.7k': { cards: 150, rows: 60 },
  '10k': { cards: 900, rows: 450 },
};

export const INERT_BUTTON = 'Do nothing';

function renderCard(i: number): string {
  return `<article class="card" id="card-${i}"><a href="#item-${i}"><img alt="Widget ${i}" width="40" height="40"
    src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></a><h3><a href="#item-${i}">Widget ${i}</a></h3>
    <p>A sturdy widget of series ${i % 7}, in ${['red', 'blue', 'green'][i % 3]}.</p>
    <span class="price">$${(i * 37) % 200}.99</span>
    <button data-item="${i}">Add Widget ${i} to cart</button></article>`;
}

function renderRow(i: number): string {
  return `<tr><th scope="row">Order ${1000 + i}</th><td>2026-11-${String((i % 28) + 1).padStart(2, '0')}</td>
    <td>${['Shipped', 'Open', 'Returned'][i % 3]}, $${i * 3}.50</td><td><a href="#order-${i}">Details</a></td></tr>`;
}

export function renderShop({ cards, rows }: Shop): string {
  const repeat = (count: number, render: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => render(i + 1)).join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><style>
    body { font: 14px sans-serif } .cards { display: grid; grid-template-columns: repeat(5, 1fr); gap: 8px }
    .card { border: 1px solid #ccc; padding: 6px; transition: opacity 0.2s } table { border-collapse: collapse }
    td, th { border: 1px solid #ddd; padding: 2px 6px } .note { display: none }</style></head><body>
    <header><h1>Shop</h1><nav aria-label="Main"><ul>${repeat(8, (i) => `<li><a href="#section-${i}">Section ${i}</a></li>`)}</ul></nav>
    <form role="search" onsubmit="return false"><label>Search <input type="search" name="q"></label><button>Search</button></form>
    <button id="still" type="button">${INERT_BUTTON}</button></header>
    <main><h2>Widgets</h2><div class="cards">${repeat(cards, renderCard)}</div>
    <h2>Orders</h2><table><thead><tr><th>Order</th><th>Date</th><th>State</th><th>More</th></tr></thead>
    <tbody>${repeat(rows, renderRow)}</tbody></table>
    <h2>Delivery</h2><form onsubmit="return false">
    ${repeat(6, (i) => `<label>Field ${i} <input name="f${i}" value="value ${i}"></label>`)}
    <label>Country <select name="country">${repeat(30, (i) => `<option value="c${i}">Country ${i}</option>`)}</select></label>
    <label><input type="checkbox" name="gift"> It is a gift</label><textarea name="note" aria-label="Note"></textarea>
    <p class="note">Hidden note</p><button>Place order</button></form>
    <div id="host"></div><iframe title="Advice" width="300" height="120" srcdoc="<h2>Advice</h2><p>Write to us.</p><button>Write</button>"></iframe>
    </main><footer><p>Terms apply.</p><a href="#imprint">Imprint</a></footer>
    <script>
      const shadow = host.attachShadow({ mode: 'open' });
      shadow.innerHTML = '<section><h2>Newsletter</h2><label>E-mail <input type="email"></label><button>Subscribe</button></section>';
    </script></body></html>`;
}

/** Serves each shop at its name: `/1.7k`, `/10k`. */
export const serveShops: RequestListener = (request, response) => {
  const shop = SHOPS[decodeURIComponent((request.url ?? '/').slice(1))];
  response.writeHead(shop ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(shop ? renderShop(shop) : '');
};
