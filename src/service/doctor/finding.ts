/** What one check found: one line, and where something is wrong, one remedy. */
export interface Finding {
  /** What was looked at, one word. */
  readonly check: string
  readonly level: 'ok' | 'warning' | 'error'
  readonly text: string
  readonly remedy?: string
}

/** Nothing to do. */
export function ok(check: string, text: string): Finding {
  return { check, level: 'ok', text }
}

/** It works, and should be seen to. */
export function warning(check: string, text: string, remedy: string): Finding {
  return { check, level: 'warning', text, remedy }
}

/** It does not work, or soon will not. */
export function error(check: string, text: string, remedy: string): Finding {
  return { check, level: 'error', text, remedy }
}

/** Bytes as people read them, in whole units of 1024. */
export function size(bytes: number): string {
  const unit = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = bytes < 1 ? 0 : Math.min(unit.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit[power]}`
}
