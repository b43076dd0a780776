// What was typed into forms when the session ended; it is there again after signing in.

const shown = new Map<string, HTMLFormElement>()
const nameOf = (key: string): string => `periplus.form.${key}`

/** Watches a form while it is shown, and fills in what was kept of it. Returns what ends the watching. */
export function watchForm(key: string, form: HTMLFormElement): () => void {
  restore(form, sessionStorage.getItem(nameOf(key)))
  sessionStorage.removeItem(nameOf(key))
  shown.set(key, form)
  return () => shown.delete(key)
}

/** Keeps what is in the forms that are shown now, secrets and files aside. */
export function keepForms(): void {
  for (const [key, form] of shown) {
    const values = fieldsOf(form).map(({ name, value }) => [name, value] as const)
    sessionStorage.setItem(nameOf(key), JSON.stringify(values))
  }
}

function restore(form: HTMLFormElement, kept: string | null): void {
  if (kept === null) return
  const values = new Map(JSON.parse(kept) as readonly (readonly [string, string])[])
  for (const field of fieldsOf(form)) field.value = values.get(field.name) ?? field.value
}

function fieldsOf(form: HTMLFormElement): readonly (HTMLInputElement | HTMLSelectElement)[] {
  return [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) &&
      field.name !== '' &&
      !['password', 'file', 'checkbox', 'radio'].includes(field.type),
  )
}
