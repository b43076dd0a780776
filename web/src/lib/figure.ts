// Figures as people read them, in the language of the page.
import { useTranslation } from 'react-i18next'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes with a unit. */
export function printBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`
}

/** A time (milliseconds UTC) as `YYYY-MM-DD HH:MM`. */
export function printMinute(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

const SPANS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Printers for numbers and spans of time in the page's language. */
export function useFigures() {
  const { i18n } = useTranslation()
  const language = i18n.language
  return {
    number: (value: number) => value.toLocaleString(language),
    /** Seconds in their largest unit, such as `3 days`. */
    span: (seconds: number) => {
      const [unit, size] = SPANS.find(([, least]) => seconds >= least) ?? (['second', 1] as const)
      const value = Math.max(0, Math.round(seconds / size))
      const text = value.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long' })
      return text.replace(/(\d)(\p{Script=Han})/u, '$1 $2')
    },
  }
}

/** A length in bytes as people say it. */
export function printSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KB`
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`
}
