import { action } from '../action.ts'

/** Answers whether the caller may make some calls, without making them. */
export const handler = action('platform_can', {
  run: ({ may }, { calls }) => may(calls),
  present: (permissions) =>
    permissions.map(({ allowed, code, mustWait }) => ({ allowed, code, needs_approval: mustWait })),
})
