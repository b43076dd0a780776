/** The signs of the page, drawn on a grid of 16. */
const PATHS = {
  add: 'M8 3.5v9M3.5 8h9',
  remove: 'M3.5 8h9',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M6 6V3.5h6.5V10H10M3.5 6H10v6.5H3.5z',
  done: 'M3.5 8.5l3 3 6-7',
  out: 'M6 4h6v6M12 4l-8 8',
  host: 'M3 4.5h10v3H3zM3 9h10v3H3zM5 6h.01M5 10.5h.01',
  star: 'M8 2.8l1.6 3.4 3.7.4-2.8 2.5.8 3.7L8 10.9l-3.3 1.9.8-3.7L2.7 6.6l3.7-.4z',
  down: 'M8 3v7M4.8 7.2L8 10.4l3.2-3.2M3.5 13h9',
  code: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
  columns: 'M3 3.5h10v9H3zM6.3 3.5v9M9.7 3.5v9',
  cards: 'M3 3.5h10v3.6H3zM3 8.9h10v3.6H3z',
  table: 'M3 3.5h10v9H3zM3 6.5h10M3 9.5h10',
  help: 'M6 6a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6.9v.7M8 12h.01',
  clock: 'M8 2.8a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 0 0 8 2.8zM8 5v3l2 1.5',
  more: 'M4 6.5L8 10l4-3.5',
  less: 'M4 9.5L8 6l4 3.5',
  back: 'M9.5 4L6 8l3.5 4',
  forward: 'M6.5 4L10 8l-3.5 4',
  lock: 'M4 7.5h8v5.5H4zM5.5 7.5V5.6a2.5 2.5 0 0 1 5 0v1.9',
  pivot: 'M3.5 8a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M8 6.2v3.6M6.2 8h3.6M8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2',
  panel: 'M3 3.5h10v9H3zM8.5 3.5v9M10.2 6h1.2M10.2 8h1.2',
  keyboard: 'M2 5h12v6.5H2zM4.5 7.2h.01M7 7.2h.01M9.5 7.2h.01M12 7.2h.01M5 9.5h6',
  stack: 'M3 10.5h10v2.5H3zM4.5 8h7M6 5.5h4',
  compare: 'M6.5 4.5a3.8 3.8 0 1 0 0 7a3.8 3.8 0 1 0 0-7M9.5 4.5a3.8 3.8 0 1 1 0 7a3.8 3.8 0 1 1 0-7',
  report: 'M4 2.5h5.5L12 5v8.5H4zM9.5 2.5V5H12M6 8h4M6 10.5h4',
  chart: 'M3 13V7.5M6.5 13V3.5M10 13V9.5M13.5 13V5.5',
  share:
    'M3.2 8a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M9.8 4a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M9.8 12a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M6 7.2L9.9 4.9M6 8.8l3.9 2.3',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
} as const

/** The name of a sign. */
export type IconName = keyof typeof PATHS

/** A sign beside or in place of a word; whoever shows it says what it means. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
