import type { Store, WriteResult } from '../store.ts'

/** The store with a listener that gets the result of each write, once it is durable. */
export function withWriteListener(store: Store, listener: (result: WriteResult) => void): Store {
  return {
    ...store,
    append: async (records) => {
      const { durable } = await store.append(records)
      durable.then(listener, () => undefined)
      return { durable }
    },
    write: async (records) => {
      const result = await store.write(records)
      listener(result)
      return result
    },
  }
}
