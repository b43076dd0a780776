/** The result of one check: one line, and a remedy where something is wrong. */
export interface Finding {
  /** The name of the check, one word. */
  readonly check: string
  readonly level: 'ok' | 'warning' | 'error'
  readonly text: string
  readonly remedy?: string
}

/** A finding without a problem. */
export function ok(check: string, text: string): Finding {
  return { check, level: 'ok', text }
}

/** A finding that works but needs attention. */
export function warning(check: string, text: string, remedy: string): Finding {
  return { check, level: 'warning', text, remedy }
}

/** A finding of something that does not work, or soon will not. */
export function error(check: string, text: string, remedy: string): Finding {
  return { check, level: 'error', text, remedy }
}

/** Bytes for people, in whole units of 1024. */
export function size(bytes: number): string {
  const unit = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = bytes < 1 ? 0 : Math.min(unit.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit[power]}`
}
