import { account } from './account.ts'
import { administration } from './administration.ts'
import { help } from './help.ts'
import { host } from './host.ts'
import { imports } from './import.ts'
import { pivots } from './pivots.ts'
import { screenshot } from './screenshot.ts'
import { search } from './search.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { tagging } from './tagging.ts'
import { vulnerabilities } from './vulnerabilities.ts'

/** All texts in Chinese. */
export const zh = {
  ...shell,
  ...signIn,
  ...account,
  ...search,
  ...tagging,
  ...imports,
  ...administration,
  ...help,
  ...host,
  ...pivots,
  ...vulnerabilities,
  ...screenshot,
}
