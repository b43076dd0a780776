// The icons of sites: stored by imports, shown by the page and in results. They are optional: a record never waits for one and
// never fails because of one.

export { Icons } from './icons.ts'
export { withPictures } from './with-pictures.ts'
