// The port of an input whose records name none, from the name of the file: `zmap_443.csv`.
import { RE2JS, RE2JSSyntaxException } from 're2js'
import { AppError } from '../error/index.ts'

/** What states the port of records without one. */
interface StatedPort {
  readonly port: number | undefined
  /** Regular expression (RE2) whose first group is the port in the name of an input. */
  readonly portPattern?: string | undefined
}

/** A function from the name of an input to its port. Fails with `input` where the pattern is not valid. */
export function portReader({ port, portPattern }: StatedPort): (name: string) => number | undefined {
  if (portPattern === undefined) return () => port
  const pattern = compilePattern(portPattern)
  return (name) => {
    const matcher = pattern.matcher(name)
    const found = matcher.find() ? Number(matcher.group(1)) : Number.NaN
    return Number.isInteger(found) && found >= 1 && found <= 65_535 ? found : port
  }
}

const reasonOf = ({ message }: Error): string => message.replace(/^error parsing regexp: /, '')

function compilePattern(text: string): RE2JS {
  try {
    const pattern = RE2JS.compile(text)
    if (pattern.groupCount() >= 1) return pattern
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    throw new AppError('input', `\`${text}\` is not a valid regular expression: ${reasonOf(error)}`)
  }
  throw new AppError('input', `\`${text}\` has no group for the port; write for example \`zmap_(\\d+)\``)
}
