// Compresses the files of the page once, as small as they get, and watches how much script the search needs before it can be used.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** How much script may be loaded before something can be used. */
interface Budget {
  /** What can be used then. */
  readonly use: string
  /** The parts of the page that it needs, as paths below `web`. */
  readonly parts: readonly string[]
  readonly mostBytes: number
}

interface Limits {
  readonly budgets: readonly Budget[]
  /** The parts of which each use loads one, such as the texts of a language; the largest counts. */
  readonly oneOf: readonly string[]
}

/** Writes a `.br` beside every script and style, and fails when the first load of a use is too large. */
export function compressed({ budgets, oneOf }: Limits): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    // Only what has been written is what is served: the build still changes scripts after they are made.
    writeBundle({ dir = '' }, bundle) {
      const sizes = new Map<string, number>()
      for (const { fileName } of Object.values(bundle)) {
        if (!/\.(?:js|css|svg)$/.test(fileName)) continue
        const small = compress(readFileSync(join(dir, fileName)))
        writeFileSync(join(dir, `${fileName}.br`), small)
        sizes.set(fileName, small.length)
      }
      for (const { use, parts, mostBytes } of budgets) {
        const loads = oneOf.map((part) => {
          const needed = firstLoad(bundle, [...parts, part])
          return { needed, bytes: needed.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0) }
        })
        const { needed, bytes } = loads.reduce((most, one) => (one.bytes > most.bytes ? one : most))
        const figure = `${use} needs ${bytes} bytes of compressed script`
        if (bytes > mostBytes) this.error(`${figure}; ${mostBytes} is the most: ${needed.join(', ')}`)
        this.info(`${figure} (at most ${mostBytes})`)
      }
    },
  }
}

function compress(bytes: Buffer): Buffer {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotliCompressSync(bytes, { params })
}

/** The scripts that the entry and the parts import at once, and what those import. */
function firstLoad(bundle: Rolldown.OutputBundle, parts: readonly string[]): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const needed = new Set<string>()
  const visit = (name: string): void => {
    if (needed.has(name)) return
    needed.add(name)
    for (const next of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) visit(next)
  }
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk.fileName)
  for (const part of parts) {
    const root = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/${part}`))
    if (root === undefined) throw new Error(`the build has no chunk for ${part}`)
    visit(root.fileName)
  }
  return [...needed]
}
