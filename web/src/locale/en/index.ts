// The texts of the page, a file per area; the other languages have the same files with the same keys.
import { account } from './account.ts'
import { search } from './search.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** All texts in English. */
export const en = { ...shell, ...signIn, ...account, ...search }
