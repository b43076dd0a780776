import { fieldNames } from './field-names.ts'
import { host } from './host.ts'
import { parts } from './parts.ts'
import { pivots } from './pivots.ts'
import { screenshot } from './screenshot.ts'
import { search } from './search.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { vulnerabilities } from './vulnerabilities.ts'

/** The texts in Chinese that every page, the search and the host page need. */
export const texts = {
  ...fieldNames,
  ...host,
  ...parts,
  ...pivots,
  ...screenshot,
  ...search,
  ...shell,
  ...signIn,
  ...vulnerabilities,
}
