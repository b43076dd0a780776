// The world map: outlines of countries. Knows nothing of records; runs in the browser too.
export { HEIGHT, OUTLINES, type Outline, WIDTH } from './outlines.ts'
