// A bounded cache of recent results.

/**
 * Caches the results of `compute` by key. Holds at most twice `size` keys: when one generation is full, the older one is dropped,
 * which adds no cost per lookup and keeps frequently used keys.
 */
export function memoize<Value>(size: number, compute: (key: string) => Value): (key: string) => Value {
  let current = new Map<string, Value>()
  let previous = new Map<string, Value>()
  return (key) => {
    let value = current.get(key)
    if (value !== undefined) return value
    value = previous.get(key) ?? compute(key)
    if (current.size >= size) {
      previous = current
      current = new Map()
    }
    current.set(key, value)
    return value
  }
}
