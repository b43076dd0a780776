// Names of tags, what they mean, how they age and how sure they are to begin with. Data and its rules; knows no source.

export { AGES, type Category, decay, freshness, SHARED_CAP, STARTS, THRESHOLD } from './age.ts'
export { VOCABULARY, VocabularyRow } from './table.ts'
export { categoryOf, compareTags, isTag, namespaceOf, parentsOf, slug, tagValue } from './tag.ts'
