/** Serves one page per editor: plain fields, and editors from npm, which are bundled on first request. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';

const APPLICATIONS_FOLDER = join(process.cwd(), 'bench/applications');

/** A 20 kB text with numbered lines. */
export const LONG_TEXT = Array.from(
  { length: 260 },
  (_, i) => `Line ${i + 1} of the log, written on the pier while the boats came in after noon.`,
).join('\n');
export const SHORT_TEXT = 'Dear Maria,\nthe grey boat leaves at nine.\nPlease bring the keys.';

export interface EditorPage {
  name: string;
  /** Script in bench/applications/editors; plain HTML if absent. */
  script?: string;
  html: string;
  initialText: string;
}

export const EDITOR_PAGES: readonly EditorPage[] = [
  {
    name: 'textarea, 20 kB',
    html: '<textarea id="editor" aria-label="Notes" rows="12" cols="80"></textarea><script>editor.value = START; readText = () => editor.value</script>',
    initialText: LONG_TEXT,
  },
  {
    name: 'input',
    html: '<input id="editor" aria-label="Notes" size="80"><script>editor.value = START; readText = () => editor.value</script>',
    initialText: 'the grey boat leaves at nine',
  },
  {
    name: 'contenteditable',
    html: '<div id="editor" contenteditable="true" role="textbox" aria-label="Notes"></div><script>editor.innerHTML = START.split("\\n").map((line) => `<p>${line}</p>`).join(""); readText = () => editor.innerText</script>',
    initialText: SHORT_TEXT,
  },
  {
    name: 'CodeMirror 6, 20 kB',
    script: 'codemirror',
    html: '<div id="editor"></div>',
    initialText: LONG_TEXT,
  },
  {
    name: 'TipTap (ProseMirror)',
    script: 'tiptap',
    html: '<div id="editor"></div>',
    initialText: SHORT_TEXT,
  },
  { name: 'Quill', script: 'quill', html: '<div id="editor"></div>', initialText: SHORT_TEXT },
  { name: 'jspreadsheet', script: 'jspreadsheet', html: '<div id="editor"></div>', initialText: '' },
  { name: 'AG Grid', script: 'ag-grid', html: '<div id="editor"></div>', initialText: '' },
];

const STYLES: Readonly<Record<string, string>> = {
  jspreadsheet:
    '<link rel="stylesheet" href="/node_modules/jspreadsheet-ce/dist/jspreadsheet.css"><link rel="stylesheet" href="/node_modules/jsuites/dist/jsuites.css">',
  quill: '<link rel="stylesheet" href="/node_modules/quill/dist/quill.snow.css">',
};

export async function serveEditors(): Promise<{ getUrl(page: EditorPage): string; close(): void }> {
  const bundles = new Map<string, Promise<string>>();
  const bundleScript = async (script: string): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [join(APPLICATIONS_FOLDER, 'editors', `${script}.js`)],
      bundle: true,
      write: false,
      format: 'iife',
      nodePaths: [join(APPLICATIONS_FOLDER, 'npm/node_modules')],
      absWorkingDir: join(APPLICATIONS_FOLDER, 'npm'),
      loader: { '.css': 'empty' },
    });
    return outputFiles[0]!.text;
  };
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    void respond(path).then(
      ([type, body]) => response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  const respond = async (path: string): Promise<[type: string, body: string]> => {
    const scriptName = /^\/(\w[\w-]*)\.js$/.exec(path)?.[1];
    if (scriptName) {
      if (!bundles.has(scriptName)) bundles.set(scriptName, bundleScript(scriptName));
      return ['text/javascript', await bundles.get(scriptName)!];
    }
    if (path.startsWith('/node_modules/') && path.endsWith('.css')) {
      return [
        'text/css',
        await readFile(join(APPLICATIONS_FOLDER, 'npm', path.replaceAll('..', '')), 'utf8'),
      ];
    }
    const page = EDITOR_PAGES.find(({ name }) => path === `/${name}`);
    if (!page) throw new Error(path);
    const scriptTag = page.script ? `<script src="/${page.script}.js"></script>` : '';
    const body = `<!doctype html><title>${page.name}</title>${STYLES[page.script ?? ''] ?? ''}<h1>${page.name}</h1>
      <script>window.START = ${JSON.stringify(page.initialText)}</script>${page.html}${scriptTag}`;
    return ['text/html', body];
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    getUrl: ({ name }) => `${baseUrl}/${encodeURIComponent(name)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
