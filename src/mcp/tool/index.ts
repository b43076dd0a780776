// The tools, in the order in which a model best uses them: count first.
import type { Limits } from '../backend.ts'
import type { Tool } from '../tool.ts'
import { host } from './host.ts'
import { describeFields, translateQuery } from './language.ts'
import { countSearch, facets, search } from './search.ts'
import { explainTag, tagAddresses } from './tag.ts'

/** Every tool within the limits. */
export function toolsOf(limits: Limits): readonly Tool[] {
  return [
    countSearch(),
    facets(),
    search(limits),
    host(),
    tagAddresses(limits),
    explainTag(),
    describeFields(),
    translateQuery(),
  ]
}
