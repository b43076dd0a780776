// Screenshots of services: kept by imports, shown by the page, removed when no record refers to them.

export { cleanUpScreenshots, dailyCleanUp } from './clean-up.ts'
export { type Screenshot, Screenshots } from './screenshots.ts'
export { shownScreenshots } from './shown.ts'
