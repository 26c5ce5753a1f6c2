import jspreadsheet from 'jspreadsheet-ce';

const data = [
  ['Boat', 'Berth', 'Metres'],
  ['Petrel', 'B', '9.5'],
  ['Gannet', 'A', '14.2'],
  ['Tern', 'B', '7.8'],
];
const [sheet] = jspreadsheet(document.querySelector('#editor'), {
  worksheets: [{ data, minDimensions: [5, 8] }],
});
window.readCell = (row, column) => String(sheet.getData()[row][column] ?? '');
