// CPE names of rule files.

/** The start of `a:vendor:product:…` as a CPE 2.3 name of a product; undefined where it names none. */
export function spellCpeName(text: string): string | undefined {
  const [, part, vendor, product] = /^([aoh]):([^:$]{1,80}):([^:$/]{1,80})/.exec(text) ?? []
  return part === undefined ? undefined : `cpe:2.3:${part}:${vendor}:${product}`
}
