/** Pages and questions that were not used during the development of question answering. */
import type { QuestionPage } from './question-pages.js';

export const HELD_OUT_QUESTION_PAGES: readonly QuestionPage[] = [
  {
    name: 'duty roster without header cells',
    html: `<title>Duty roster</title><main><h1>Duty roster for week 48</h1><table>
      <tr><td>Monday</td><td>Kitchen</td><td>Anneke Vos</td><td>08:00–14:00</td></tr>
      <tr><td>Tuesday</td><td>Front desk</td><td>Pablo Ruiz</td><td>10:00–18:00</td></tr>
      <tr><td>Wednesday</td><td>Kitchen</td><td>Pablo Ruiz</td><td>08:00–14:00</td></tr>
      <tr><td>Thursday</td><td>Night watch</td><td>Siri Dahl</td><td>22:00–06:00</td></tr></table></main>`,
    questions: [
      ['who works at the front desk?', /Pablo Ruiz/u],
      ['who has the night watch?', /Siri Dahl/u],
      ['when does the night watch start?', /22:00/u],
      ['on which day does Anneke Vos work?', /Monday/u],
      ['how many shifts does Pablo Ruiz have?', /\b2\b/u],
      ['what does Siri Dahl do on Thursday?', /Night watch/u],
      ['who works on Friday?', null],
      ['who is in the garden?', null],
    ],
  },
  {
    name: 'recipe as a list of terms',
    html: `<title>Beetroot soup</title><main><h1>Beetroot soup</h1><dl><dt>Serves:</dt><dd>4 people</dd><dt>Preparation time:</dt><dd>25 minutes</dd>
      <dt>Cooking time:</dt><dd>50 minutes</dd><dt>Difficulty:</dt><dd>Easy</dd><dt>Author:</dt><dd>Halina Nowak</dd></dl>
      <h2>Ingredients</h2><ul><li>600 g beetroot</li><li>2 onions</li><li>1 litre vegetable stock</li><li>200 ml sour cream</li></ul>
      <h2>Method</h2><ol><li>Peel and grate the beetroot.</li><li>Fry the onions in butter until golden.</li><li>Add the stock and simmer for 40 minutes.</li></ol></main>`,
    questions: [
      ['how long does it have to cook?', /50 minutes/u],
      ['what is the preparation time?', /25 minutes/u],
      ['who wrote the recipe?', /Halina Nowak/u],
      ['how many onions do I need?', /\b2\b/u],
      ['how difficult is it?', /Easy/u],
      ['what are the ingredients?', /beetroot.*onions.*stock.*cream/u],
      ['how many calories does it have?', null],
    ],
  },
  {
    name: 'profile',
    html: `<title>Priya Raman · People</title><main><h1>Priya Raman</h1><p>Head of field research</p>
      <div class=card><div><span>Email</span> <a href="mailto:priya@delta.example">priya@delta.example</a></div>
      <div><span>Office</span> <span>Rotterdam, room 3.14</span></div><div><span>Manager</span> <a href=/p/9>Lars Holt</a></div>
      <div><span>Joined</span> <span>14 August 2019</span></div><div><span>Languages</span> <span>Tamil, English, Dutch</span></div></div>
      <section><h2>About</h2><p>Priya leads a team of nine. She studied hydrology in Delft and wrote her thesis about salt marshes.</p></section>
      <section><h2>Projects</h2><ul><li><a href=/x>Tidal model</a></li><li><a href=/y>Dyke survey</a></li></ul></section></main>`,
    questions: [
      ["what is Priya's email?", /priya@delta\.example/u],
      ['who is her manager?', /Lars Holt/u],
      ['when did she join?', /14 August 2019/u],
      ['where is her office?', /Rotterdam/u],
      ['where did she study hydrology?', /Delft/u],
      ['which languages does she speak?', /Tamil, English, Dutch/u],
      ['what is her phone number?', null],
      ["what is Lars Holt's email?", null],
    ],
  },
  {
    name: 'dashboard with badges',
    html: `<title>Shop overview</title><nav><a href=/orders>Orders <span class=badge>27</span></a> <a href=/returns>Returns <span class=badge>4</span></a> <a href=/reviews>Reviews</a></nav>
      <main><h1>Overview</h1><div class=grid><div class=tile><div>Revenue today</div><div>£1,980.40</div></div><div class=tile><div>Visitors</div><div>3,412</div></div>
      <div class=tile><div>Conversion rate</div><div>2.7 %</div></div></div>
      <h2>Low stock</h2><table><thead><tr><th>Product</th><th>Left</th><th>Supplier</th></tr></thead><tbody>
      <tr><td>Wool socks</td><td>3</td><td>Shearwater</td></tr><tr><td>Rain jacket</td><td>1</td><td>Fjell</td></tr><tr><td>Trail map</td><td>5</td><td>Shearwater</td></tr></tbody></table></main>`,
    questions: [
      ['how many returns are there?', /\b4\b/u],
      ['how much revenue did we make today?', /1,980\.40/u],
      ['what is the conversion rate?', /2\.7/u],
      ['how many rain jackets are left?', /\b1\b/u],
      ['who supplies the wool socks?', /Shearwater/u],
      ['which product has the most left?', /Trail map/u],
      ['how many reviews are there?', null],
      ['how much revenue did we make yesterday?', null],
    ],
  },
  {
    name: 'calendar day',
    html: `<title>Thursday 26 November 2026</title><main><h1>Thursday 26 November 2026</h1><ul class=day>
      <li><span>09:00 – 09:30</span> <a href=/e1>Stand-up</a> <span>Room Elbe</span></li>
      <li><span>11:00 – 12:00</span> <a href=/e2>Budget review</a> <span>Room Weser</span></li>
      <li><span>14:30 – 15:00</span> <a href=/e3>Dentist</a> <span>Mill Lane 8</span></li>
      <li><span>18:00 – 20:00</span> <a href=/e4>Choir</a> <span>St Mary's</span></li></ul></main>`,
    questions: [
      ['when is the budget review?', /11:00/u],
      ['where is the dentist?', /Mill Lane 8/u],
      ['what is at 9?', /Stand-up/u],
      ['where does the choir meet?', /St Mary's/u],
      ['is there a dentist appointment?', /^Yes\b/u],
      ['which event is in Room Elbe?', /Stand-up/u],
      ['when is lunch?', null],
      ['who comes to the budget review?', null],
    ],
  },
];
