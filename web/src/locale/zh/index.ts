import { account } from './account.ts'
import { search } from './search.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** All texts in Chinese. */
export const zh = { ...shell, ...signIn, ...account, ...search }
