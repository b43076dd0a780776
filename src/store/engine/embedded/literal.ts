// The only place where a value becomes part of a statement's text: the literal of `SET param_x = '…'`. The engine parses such a
// parameter twice, as a string literal and then in its tab-separated text form, so it is escaped twice.

const TEXT_FORM: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\0': '\\0',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
}

/** A parameter's value as the literal that sets it. */
function parameterLiteral(value: string): string {
  const inTextForm = value.replace(/[\\\0\b\t\n\f\r]/g, (character) => TEXT_FORM[character] ?? character)
  return textLiteral(inTextForm)
}

/** A text as a string literal. */
export function textLiteral(value: string): string {
  return `'${value.replace(/[\\']/g, '\\$&')}'`
}

/** Characters of a statement; the engine accepts 256 KiB. */
const LONGEST = 100_000

/** The statements that set all parameters of a statement. */
export function setParameters(params: Readonly<Record<string, string>>): string[] {
  const statements: string[][] = []
  let length = LONGEST
  for (const [name, value] of Object.entries(params)) {
    if (!/^p\d+$/.test(name)) throw new Error(`parameter name ${name} was not made by toStatement`)
    const setting = `param_${name} = ${parameterLiteral(value)}`
    if (length + setting.length > LONGEST) {
      statements.push([])
      length = 0
    }
    statements.at(-1)?.push(setting)
    length += setting.length
  }
  return statements.map((settings) => `SET ${settings.join(', ')}`)
}
