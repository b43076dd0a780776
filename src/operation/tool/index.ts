// The tools that models are offered, in the order in which a model best uses them: count first. Read only.
import { host } from './host.ts'
import { describeFields, translateQuery } from './language.ts'
import { countSearch, facets, search } from './search.ts'
import { explainTag, tagAddresses } from './tag.ts'
import type { Tool, ToolLimits } from './tool.ts'

export { type Finding, limitsOf, type Tool, type ToolLimits, type ToolServices } from './tool.ts'

/** Every tool within the limits. */
export function toolsOf(limits: ToolLimits): readonly Tool[] {
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
