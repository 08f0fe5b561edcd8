export * from '../domain/return-to.ts'
