// What a comparison gave: a table in markdown, a picture, and one line for the record.

/** The figures of one engine. */
interface EngineFigures {
  readonly name: string
  readonly loadSeconds: number
  readonly bytes: number
  /** Median milliseconds by class. */
  readonly classes: Readonly<Record<string, number>>
  readonly sum: number
}

/** One comparison. */
export interface Comparison {
  readonly commit: string
  readonly date: string
  readonly records: number
  readonly repeat: number
  readonly cores: number
  /** The system's load over a minute, before and after asking. */
  readonly load: readonly [number, number]
  readonly totals: Readonly<Record<string, number>>
  readonly engines: readonly EngineFigures[]
  readonly skipped: Readonly<Record<string, string>>
}

const rounded = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)))

/** The table; the fastest of each class in bold. */
export function tableOf({ engines, totals }: Comparison): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const lines = Object.entries(totals).map(([name, total]) => {
    const times = engines.map(({ classes }) => classes[name] ?? 0)
    const best = Math.min(...times)
    return row([
      name,
      String(total),
      ...times.map((time) => (time === best ? `**${rounded(time)}**` : rounded(time))),
    ])
  })
  return [
    row(['class', 'matches', ...engines.map(({ name }) => name)]),
    row(['---', '---:', ...engines.map(() => '---:')]),
    ...lines,
    row(['sum, ms', '', ...engines.map(({ sum }) => rounded(sum))]),
    row(['loading, s', '', ...engines.map(({ loadSeconds }) => rounded(loadSeconds))]),
    row(['on the disk, MB', '', ...engines.map(({ bytes }) => rounded(bytes / 1e6))]),
  ].join('\n')
}

/** What has to be said with the figures. */
export function headOf(one: Comparison): string {
  const { records, repeat, cores, load, commit, date, skipped } = one
  const left = Object.entries(skipped).map(([name, reason]) => `${name}: ${reason}`)
  const absent = left.length === 0 ? '' : ` Not asked: ${left.join('; ')}.`
  return `${records.toLocaleString('en')} records, medians of ${repeat} in ms of a page of 100 and the exact total, commit ${commit}, ${date.slice(0, 10)}; ${cores} cores, load ${load.map((value) => value.toFixed(1)).join(' before and ')} after.${absent}`
}

const COLOURS = ['#0b6e99', '#c2571a', '#6b8e23', '#8b5fbf', '#a83250']
const LEFT = 190
const WIDTH = 620
const BAR = 7

/** Bars of all classes on a logarithmic scale. */
export function pictureOf({ engines, totals, records }: Comparison): string {
  const names = Object.keys(totals)
  const times = engines.flatMap(({ classes }) => Object.values(classes))
  const most = Math.max(10, ...times)
  const least = Math.max(0.1, Math.min(...times))
  const scale = (time: number): number =>
    (Math.log(Math.max(time, least) / least) / Math.log(most / least)) * WIDTH + 2
  const step = BAR * engines.length + 8
  const top = 46
  const bars = names.flatMap((name, line) => [
    text(LEFT - 8, top + line * step + (step - 8) / 2 + 4, name, 'end'),
    ...engines.map(({ classes }, index) => {
      const time = classes[name] ?? 0
      const y = top + line * step + index * BAR
      return `<rect x="${LEFT}" y="${y}" width="${scale(time).toFixed(1)}" height="${BAR - 1}" fill="${COLOURS[index % COLOURS.length]}"><title>${time.toFixed(1)} ms</title></rect>`
    }),
  ])
  const ticks = [1, 10, 100, 1000, 10_000].filter((tick) => tick >= least && tick <= most)
  const height = top + names.length * step + 10
  const lines = ticks.flatMap((tick) => {
    const x = LEFT + scale(tick)
    return [
      `<line x1="${x}" x2="${x}" y1="${top - 4}" y2="${height - 8}" stroke="#ccc"/>`,
      text(x, top - 8, `${tick} ms`, 'middle'),
    ]
  })
  const legend = engines.flatMap(({ name }, index) => [
    `<rect x="${LEFT + index * 125}" y="8" width="10" height="10" fill="${COLOURS[index % COLOURS.length]}"/>`,
    text(LEFT + 14 + index * 125, 17, name, 'start'),
  ])
  const parts = [
    text(8, 17, `${records.toLocaleString('en')} records`, 'start'),
    ...legend,
    ...lines,
    ...bars,
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 20} ${height}" font-family="sans-serif" font-size="11"><title>Searches of Periplus beside other engines, in milliseconds</title><rect width="100%" height="100%" fill="#fff"/>${parts.join('\n')}</svg>\n`
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped}</text>`
}
