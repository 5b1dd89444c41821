/**
 * Runs Python in Pyodide inside Node, from the files of a built tab: node node.mjs FILES PROGRAM.py [ARGUMENTS...]
 * The same Python, library and packages as in a browser; the program finds its arguments in `sys.argv`, and the folder
 * that BIRDTABLE_MOUNTED names at /mounted.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, program, ...rest] = process.argv.slice(2);
const file = (name) => join(folder, name);
const { loadPyodide } = await import(pathToFileURL(file('pyodide.mjs')).href);
const pyodide = await loadPyodide({
  indexURL: folder,
  stdLibURL: process.env.BIRDTABLE_STDLIB ?? file('stdlib.zip'),
  lockFileContents: { info: { arch: 'wasm32', platform: 'emscripten', version: '', python: '3.14', abi_version: '2026_0' }, packages: {} },
  packageBaseUrl: folder,
  env: { HOME: '/home', PYTHONHASHSEED: '0', ...(process.env.BIRDTABLE_PURE ? { BIRDTABLE_PURE: process.env.BIRDTABLE_PURE } : {}) },
});
pyodide.unpackArchive(new Uint8Array(readFileSync(file('packages.zip'))), 'zip', { extractDir: '/lib/python3.14/site-packages' });
if (process.env.BIRDTABLE_MOUNTED) pyodide.mountNodeFS('/mounted', process.env.BIRDTABLE_MOUNTED);
pyodide.globals.set('ARGUMENTS', pyodide.toPy([program, ...rest]));
pyodide.runPython('import sys; sys.argv = ARGUMENTS');
try {
  await pyodide.runPythonAsync(readFileSync(program, 'utf8'), { filename: program });
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
