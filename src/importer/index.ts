export * from './importer.ts'
