export * from './enrich.ts'
