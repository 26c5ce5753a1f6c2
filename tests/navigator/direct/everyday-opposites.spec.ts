/** No control is used that does the opposite of the line, or something else with the same verb. */
import { testEverydayLines } from './everyday-cases.js';

const RENEWAL = `<title>Off</title><h1>Licence</h1><button onclick="
  const isOn = document.title === 'Off'; document.title = isOn ? 'On' : 'Off';
  this.textContent = isOn ? 'Turn off automatic renewal' : 'Turn on automatic renewal'">Turn on automatic renewal</button>`;
const INSPECTION = `<title>Tool</title><form onchange="document.title = [...this.querySelectorAll(':checked')].map((box) => box.name).join()">
  <label><input type=checkbox name=inspected> Safety inspected</label><label><input type=checkbox name=letters> Letters</label>
  <label><input type=checkbox name=dogs> Dogs allowed</label></form>`;

testEverydayLines([
  { page: RENEWAL, line: 'turn off automatic renewal', title: 'Off', reply: 'seems to be off already' },
  { page: RENEWAL, line: 'turn on automatic renewal', title: 'On' },
  { page: RENEWAL, before: ['turn on automatic renewal'], line: 'turn it on', title: 'On' },
  { page: RENEWAL, before: ['turn on automatic renewal'], line: 'turn it off', title: 'Off' },
  { page: INSPECTION, line: 'it has not been safety inspected', title: 'Tool' },
  { page: INSPECTION, line: 'dogs are not allowed', title: 'Tool' },
  { page: INSPECTION, before: ['letters'], line: "i don't want letters any more", title: '' },
]);

const COURSE = `<title>Course</title><button onclick="document.title = 'new'">New course</button><h1>Pottery</h1>
  <p>Bring an apron.</p><button onclick="document.title = 'booked'">Book</button>`;
const EDIT = `<title>Edit</title><a href="#new" onclick="document.title = 'add'">Add a tool</a><h1>Edit ladder</h1>
  <form onsubmit="document.title = 'saved'; return false"><label>Name <input></label><label>Bought on <input type=date></label><button>Save</button></form>`;
const START = `<title>Permit</title><form onchange="document.title = from.value"><label>Start date <input type=date name=from></label>
  <label>Number of cars <input type=number value=1></label><button>Save</button></form>`;

testEverydayLines([
  { page: COURSE, line: 'book it', title: 'booked' },
  { page: COURSE, line: 'book the pottery course', title: 'booked' },
  { page: EDIT, line: 'reserve it for tomorrow', title: 'Edit', kind: 'unfinished' },
  { page: START, line: 'start date 3 May 2030', title: '2030-05-03' },
  { page: START, line: 'start on the 4th of May 2030', title: '2030-05-04' },
]);

const VEHICLES = `<title>Permits</title><h1>Permits</h1><table><tr><th>Reference<th>Vehicle<th>Actions</tr>${[
  ['WX-1', 'Ford Fiesta'],
  ['WX-2', 'Nissan Leaf'],
  ['WX-3', 'Skoda Fabia'],
]
  .map(
    ([reference, vehicle]) =>
      `<tr><td><a href="#" onclick="document.title = '${reference}'">${reference}</a><td>${vehicle}<td><a href="#" onclick="document.title = 'renew ${reference}'">Renew</a> <a href="#" onclick="document.title = 'change ${reference}'">Change vehicle</a></tr>`,
  )
  .join('')}</table>`;

testEverydayLines([
  { page: VEHICLES, line: 'open the nissan leaf one', title: 'WX-2' },
  { page: VEHICLES, line: 'open the skoda', title: 'WX-3' },
  { page: VEHICLES, line: 'open the second one', title: 'WX-2' },
  { page: VEHICLES, line: 'open the last one', title: 'WX-3' },
  { page: VEHICLES, line: 'renew the skoda', title: 'renew WX-3' },
]);
