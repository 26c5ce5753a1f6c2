import { basicSetup, EditorView } from 'codemirror';
import { markdown } from '@codemirror/lang-markdown';

const view = new EditorView({
  doc: window.START,
  extensions: [basicSetup, markdown()],
  parent: document.querySelector('#editor'),
});
window.readText = () => view.state.doc.toString();
