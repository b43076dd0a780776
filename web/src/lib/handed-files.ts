// Files that were dropped on one page and are sent by another.

let handed: readonly File[] = []

/** Keeps files for the page that is opened next. */
export function handFiles(files: readonly File[]): void {
  handed = files
}

/** The files, once. */
export function takeHandedFiles(): readonly File[] {
  const files = handed
  handed = []
  return files
}
