import { CENSYS } from './censys/index.ts'
import { GOOGLE } from './google/index.ts'
import { HUNTER } from './hunter/index.ts'
import type { Language, LanguageName } from './language.ts'
import { QUAKE } from './quake/index.ts'
import { SHODAN } from './shodan/index.ts'
import { ZOOMEYE } from './zoomeye/index.ts'

/** Every language by name. */
export const LANGUAGES: Readonly<Record<LanguageName, Language>> = {
  shodan: SHODAN,
  censys: CENSYS,
  zoomeye: ZOOMEYE,
  quake: QUAKE,
  hunter: HUNTER,
  google: GOOGLE,
}
