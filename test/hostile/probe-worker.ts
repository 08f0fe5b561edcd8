import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Asks for /healthz again and again over one connection and measures how long each answer takes. It is a thread of its
 * own, so that the work of preparing an attack does not count as a delay of the server.
 */
const { url, from, everyMs } = workerData as { url: string; from: string; everyMs: number }
const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: from })
let delays: number[] = []
let asked: (() => void) | undefined

parentPort!.on('message', (message: 'begin' | 'end' | 'stop') => {
  if (message === 'begin') delays = []
  // The answer that is waited for now is the one that shows the delay.
  if (message === 'end') asked = () => parentPort!.postMessage(delays)
  if (message === 'stop') process.exit(0)
})

function ask(): void {
  const started = performance.now()
  const finish = (): void => {
    delays.push(performance.now() - started)
    asked?.()
    asked = undefined
    setTimeout(ask, everyMs)
  }
  get(`${url}/healthz`, { agent }, (response) => response.resume().once('close', finish)).once(
    'error',
    finish,
  )
}
ask()
