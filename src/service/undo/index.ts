// Undoes imports as jobs that outlive the process: previewed, shown with their progress, stopped and continued. Knows the list of
// imports; nothing of HTTP and the terminal.

export { createUndos, type UndoInput, type UndoJob, type Undos } from './undos.ts'
