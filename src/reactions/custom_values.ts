import { on } from './reaction.ts'

export const reactions = [
  on('custom_values.left', {
    does: 'encrypts the values that are left, or stores them readable',
    jobs: () => [{ task: 'rewrite_custom_values', payload: {} }],
  }),
]
