import { CENSYS } from './from/censys.ts'
import { GOOGLE } from './from/google.ts'
import { HUNTER } from './from/hunter.ts'
import type { Language, LanguageName } from './language.ts'
import { QUAKE } from './from/quake.ts'
import { SHODAN } from './from/shodan.ts'
import { ZOOMEYE } from './from/zoomeye.ts'

/** Every language by name. */
export const LANGUAGES: Readonly<Record<LanguageName, Language>> = {
  shodan: SHODAN,
  censys: CENSYS,
  zoomeye: ZOOMEYE,
  quake: QUAKE,
  hunter: HUNTER,
  google: GOOGLE,
}
