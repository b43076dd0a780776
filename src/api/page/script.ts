/**
 * What makes the forms of /docs work: the query is encoded, the call is made without a trace in the address bar, and the
 * answer is shown as text. Written for browsers as it stands.
 */
export const SCRIPT = `
'use strict'
const encode = (text) => btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
for (const form of document.querySelectorAll('form[data-path]')) {
  const answer = form.nextElementSibling
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const parameters = new URLSearchParams()
    let path = form.dataset.path
    for (const [name, value] of new FormData(form)) {
      if (path.includes('{' + name + '}')) path = path.replace('{' + name + '}', encodeURIComponent(value))
      else if (name === 'qbase64') parameters.set(name, encode(value))
      else if (value !== '') parameters.set(name, value)
    }
    answer.hidden = false
    answer.textContent = '…'
    try {
      const response = await fetch(path + '?' + parameters)
      const text = await response.text()
      answer.textContent = response.status + ' ' + (response.headers.get('server-timing') ?? '') + '\\n' + show(text)
    } catch (error) {
      answer.textContent = String(error)
    }
  })
}
function show(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
`
