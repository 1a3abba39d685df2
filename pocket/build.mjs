// Runs prepare.py in Pyodide: node build.mjs PYODIDE STAGE
import { readFileSync } from "node:fs";

const [pyodide, stage] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
// Without the columns of each instruction, which only tracebacks show, a fifth is saved.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
for (const place of ["/cairn", "/standard"]) {
  python.FS.mkdir(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: stage + place }, place);
}
try {
  python.runPython(readFileSync(`${stage}/cairn/pocket/prepare.py`, "utf8"));
} catch ({ message }) {
  console.error(message); // Node would show the line that threw, all of Pyodide in one
  process.exitCode = 1;
}
