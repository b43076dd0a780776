// Checks e-mail addresses and user names.
import { paramsError } from './failure.ts'

const EMAIL_MOST = 254
const LOCAL_MOST = 64
const USERNAME_MOST = 64
const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** The e-mail of the first account of a database. */
export const FIRST_EMAIL = 'admin@localhost'

/**
 * Checks an e-mail for a new account and returns it trimmed. Only ASCII is accepted: a Cyrillic `а` and a Latin `a` look the same,
 * and two accounts that look the same can be confused. Fails with `params` and the reason.
 */
export function checkEmail(text: string): string {
  if (text.length > 4 * EMAIL_MOST) throw tooLong(text.length)
  const email = text.trim()
  if (email === '') throw paramsError('the e-mail is empty')
  const odd = /[^\x21-\x7e]/u.exec(email)?.[0]
  if (odd !== undefined)
    throw paramsError(
      `the e-mail contains ${describe(odd)}; only ASCII letters, digits and signs are allowed`,
    )
  if (email.length > EMAIL_MOST) throw tooLong(email.length)
  const at = email.lastIndexOf('@')
  const local = email.slice(0, Math.max(0, at))
  if (at < 1 || local.length > LOCAL_MOST || !ATOM.test(local))
    throw paramsError(
      `the e-mail \`${email}\` needs a name of at most ${LOCAL_MOST} letters, digits, dots and signs before one @`,
    )
  if (
    !email
      .slice(at + 1)
      .split('.')
      .every(isLabel)
  )
    throw paramsError(
      `the e-mail \`${email}\` needs a domain of letters, digits and hyphens after the @, such as example.com`,
    )
  return email
}

/** Folds case: e-mails that differ only in case are the same account. */
export function foldEmail(email: string): string {
  return email.toLowerCase()
}

/** Checks a user name and returns it composed and trimmed. Fails with `params` and the reason. */
export function checkUsername(text: string): string {
  if (text.length > 4 * USERNAME_MOST)
    throw paramsError(`the user name has ${text.length} characters, at most ${USERNAME_MOST} are allowed`)
  const name = text.normalize('NFC').trim()
  const length = [...name].length
  if (length < 1 || length > USERNAME_MOST)
    throw paramsError(`the user name has ${length} characters, 1 to ${USERNAME_MOST} are allowed`)
  const odd = /[^\p{L}\p{M}\p{N} ._@+'-]/u.exec(name)?.[0]
  if (odd !== undefined)
    throw paramsError(
      `the user name contains ${describe(odd)}; letters, digits, blanks and . _ - + ' @ are allowed`,
    )
  if (looksMixed(name))
    throw paramsError('the user name mixes Latin letters with Cyrillic or Greek ones that look the same')
  return name
}

function isLabel(label: string): boolean {
  return LABEL.test(label)
}

function looksMixed(name: string): boolean {
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
  return scripts.filter((script) => script.test(name)).length > 1
}

function describe(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `\`${character}\` (U+${code})` : `U+${code}`
  return code === '0020' ? 'a blank' : shown
}

function tooLong(length: number): Error {
  return paramsError(`the e-mail has ${length} characters, at most ${EMAIL_MOST} are allowed`)
}
