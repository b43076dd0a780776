// The icons of sites: kept by imports, shown by the page. Decoration: a record never waits for one and never fails by one.

export { type Icon, Icons } from './icons.ts'
