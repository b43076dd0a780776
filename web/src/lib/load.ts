// As Chromium, Firefox, Safari and the page's own loader word it.
const SENTENCES = /dynamically imported module|importing a module script failed|unable to preload/i

/** Whether an error says that a part of the page could not be loaded: no connection, or a newer page on the server. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && SENTENCES.test(error.message)
}
