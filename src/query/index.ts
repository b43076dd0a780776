export * from './tree.ts'
