import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

const paragraphs = window.START.split('\n').map((line) => `<p>${line}</p>`);
const editor = new Editor({
  element: document.querySelector('#editor'),
  extensions: [StarterKit],
  content: paragraphs.join(''),
});
window.readText = () => editor.getText({ blockSeparator: '\n' });
