import { html, type Child } from '../html.ts'

/** The line of each icon, in a square of 16. */
const lines = {
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z',
  people:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13.5c.3-2.6 2-4 4.5-4s4.2 1.4 4.5 4M10.5 2.8a2.5 2.5 0 0 1 0 4.5M12 9.7c1.5.6 2.3 1.9 2.5 3.8',
  person: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.3-2.6 2.2-4 5-4s4.7 1.4 5 4',
  chart: 'M8 2v3.5M3.5 10.5V8h9v2.5M8 5.5V8M6 2h4v3.5H6zM1.8 10.5h3.5v3H1.8zM10.8 10.5h3.5v3h-3.5z',
  place:
    'M8 14c3-3 4.5-5.4 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 8.6 5 11 8 14zM8 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  building: 'M3 13.5v-11h6v11M9 6h4v7.5M1.5 13.5h13M5 5h2M5 7.5h2M5 10h2M11 8.5h.5M11 11h.5',
  check: 'M3 8.5 6.5 12 13 4.5',
  money:
    'M8 2.5v11M11 4.8C10.5 3.8 9.5 3.5 8 3.5c-1.8 0-3 .8-3 2.2 0 3.2 6 1.5 6 4.6 0 1.4-1.2 2.2-3 2.2-1.6 0-2.7-.5-3.2-1.6',
  mail: 'M2 3.5h12v9H2zM2 4l6 5 6-5',
  key: 'M5 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6.8 8.2 13 2M10.5 4.5l2 2',
  log: 'M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  gear: 'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4',
  field: 'M2 4h12v8H2zM4.5 6.5v3',
  plug: 'M5.5 2v3.5M10.5 2v3.5M3.5 5.5h9V8a4.5 4.5 0 0 1-9 0zM8 12.5V14.5',
  report: 'M2.5 13.5v-11M2.5 13.5h11M5.5 11V8M8.5 11V5M11.5 11V7',
  file: 'M4 1.5h5L12.5 5v9.5H4zM9 1.5V5h3.5',
  document: 'M4 1.5h5L12.5 5v9.5H4zM9 1.5V5h3.5M6 8h4.5M6 10.5h4.5',
  flag: 'M3.5 14V2.5h8L10 5l1.5 2.5h-8',
  list: 'M6 4h8M6 8h8M6 12h8M2.5 4h.5M2.5 8h.5M2.5 12h.5',
  bell: 'M8 2a4 4 0 0 1 4 4v3l1.5 2.5h-11L4 9V6a4 4 0 0 1 4-4zM6.5 13.5h3',
  right: 'M6 3.5 10.5 8 6 12.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  menu: 'M2 4.5h12M2 8h12M2 11.5h12',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3 14 14',
  plus: 'M8 3v10M3 8h10',
  warn: 'M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5v.2',
  out: 'M6 2.5H3v11h3M6.5 8H14M11 5l3 3-3 3',
} as const

export type IconName = keyof typeof lines

/** Draws an icon. It says nothing that is not written beside it. */
export const icon = (name: IconName): Child => html`
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d=${lines[name]} />
  </svg>
`
