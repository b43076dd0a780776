/** The control that an arrow key leads to from the one at `at`; undefined for other keys and at the ends. */
export function nextOf(key: string, at: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: count - 1,
  }
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined
  return at < 0 || next === undefined || next < 0 || next >= count || next === at ? undefined : next
}
