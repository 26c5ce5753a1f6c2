import Quill from 'quill';

const quill = new Quill('#editor', { theme: 'snow' });
quill.setText(window.START);
quill.history.clear();
window.readText = () => quill.getText();
