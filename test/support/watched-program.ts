import { watchWork, type WatchMessage } from './longest-work.ts'

/** Loaded before a program (`watchArguments`), so that a test learns of its longest piece of work (`longestWorkOf`). */
const watches = new Map<number, () => number>()

process.on('message', ({ watch, id }: WatchMessage) => {
  const ms = watches.get(id)?.() ?? 0
  if (watch === 'begin') watches.set(id, watchWork())
  else watches.delete(id)
  process.send?.({ id, ms })
})
// The channel alone does not keep the program running.
process.channel?.unref()
