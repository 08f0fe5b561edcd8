import { on } from './reaction.ts'

/** Occasions on which the jobs that look at the day need not wait for midnight. */
export const reactions = [
  on('person.left', {
    does: 'closes the login of whoever left on a day that is over',
    jobs: () => [{ task: 'tell_effective', payload: {} }],
  }),
  on('today.moved', {
    does: 'tells what took effect, and ends requests whose time is over, if the new day is a later one',
    jobs: () => [
      { task: 'tell_effective', payload: {} },
      { task: 'expire_requests', payload: {} },
    ],
  }),
]
