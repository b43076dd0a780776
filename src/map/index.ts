// The world map: outlines of countries. Knows nothing of records; runs in the browser too.
export { HEIGHT, OUTLINES, WIDTH } from './outlines.ts'
