import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';

ModuleRegistry.registerModules([AllCommunityModule]);
const rows = [
  ['Petrel', 'B', '9.5'],
  ['Gannet', 'A', '14.2'],
  ['Tern', 'B', '7.8'],
].map(([boat, berth, metres]) => ({ boat, berth, metres }));
const columns = ['boat', 'berth', 'metres'].map((field) => ({ field, editable: true }));
document.querySelector('#editor').style.height = '300px';
createGrid(document.querySelector('#editor'), {
  columnDefs: columns,
  rowData: rows,
  undoRedoCellEditing: true,
});
window.readCell = (row, column) => rows[row][columns[column].field];
