import { type ComponentType, lazy } from 'react'
import { loadWorkTexts } from './language.ts'

/** A component that is loaded when it is needed, with the texts that are loaded later. */
export function lazily<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadWorkTexts()])
    return { default: component }
  })
}
