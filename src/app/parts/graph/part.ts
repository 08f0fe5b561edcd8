import { html, type Child } from '../html.ts'

export interface Bar {
  /** Below the bar: `Nov 26`. */
  name: string
  value: number
}

const size = { width: 720, height: 220, top: 20, bottom: 24 }
const room = size.height - size.top - size.bottom

/**
 * Numbers over time as bars. Put them into a table beside it: a graph is an overview and has no rows to read.
 *
 * @param label what it shows, for screen readers
 * @param write numbers in the language of the reader
 */
export function graph(label: string, bars: readonly Bar[], write: (value: number) => string): Child {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = size.width / Math.max(1, bars.length)
  // Names need some 48 units each.
  const every = Math.max(1, Math.ceil(48 / step))
  return html`
    <div class="graph" tabindex="0">
      <svg viewBox=${`0 0 ${size.width} ${size.height}`} role="img" aria-label=${label}>
        <path class="graph-ground" d=${`M0 ${size.top + room}H${size.width}`} />
        ${bars.map(({ name, value }, index) => {
          const height = Math.round((value / most) * room)
          const middle = step * (index + 0.5)
          const isNamed = (bars.length - 1 - index) % every === 0
          return html`
            <rect
              x=${round(middle - step * 0.32)}
              y=${size.top + room - height}
              width=${round(step * 0.64)}
              height=${height}
              rx="3"
            />
            ${isNamed && html`<text class="graph-value" x=${round(middle)} y=${size.top + room - height - 6}>${write(value)}</text>`}
            ${isNamed && html`<text x=${round(middle)} y=${size.height - 6}>${name}</text>`}
          `
        })}
      </svg>
    </div>
  `
}

const round = (value: number): number => Math.round(value * 10) / 10
