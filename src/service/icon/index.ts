// The icons of sites: kept by imports, shown by the page and by results. Decoration: a record never waits for one and never fails by one.

export { type Icon, Icons } from './icons.ts'
export { withPictures } from './with-pictures.ts'
