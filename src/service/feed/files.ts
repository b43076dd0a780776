// Feeds on disk: one file with the list, and a folder per feed with its versions. Files are either complete or absent.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../disk/index.ts'
import { AppError } from '../../error/index.ts'
import type { Feed } from './types.ts'

/** The directory of feeds. */
export class FeedFiles {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Every feed, by name. Fails with `input` when the list is damaged. */
  read(): ReadonlyMap<string, Feed> {
    const path = this.#list()
    if (!existsSync(path)) return new Map()
    try {
      const { feeds } = JSON.parse(readFileSync(path, 'utf8')) as { readonly feeds: readonly Feed[] }
      return new Map(feeds.map((feed) => [feed.name, feed]))
    } catch (cause) {
      throw new AppError('input', `cannot read the list of feeds \`${path}\`; restore it from a backup`, {
        cause,
      })
    }
  }

  write(feeds: ReadonlyMap<string, Feed>): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    const sorted = [...feeds.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    replaceFile(this.#list(), `${JSON.stringify({ feeds: sorted }, null, 1)}\n`)
  }

  /** The path of a version's file; `second` is the one for IPv6. */
  path(name: string, version: string, second = false): string {
    return join(this.#directory, name, second ? `${version}.v6` : version)
  }

  keep(name: string, version: string, bytes: Uint8Array, second: Uint8Array | undefined): void {
    mkdirSync(join(this.#directory, name), { recursive: true, mode: 0o700 })
    replaceFile(this.path(name, version), bytes)
    if (second !== undefined) replaceFile(this.path(name, version, true), second)
  }

  forget(name: string, version?: string): void {
    if (version === undefined) {
      rmSync(join(this.#directory, name), { recursive: true, force: true })
      return
    }
    for (const second of [false, true]) rmSync(this.path(name, version, second), { force: true })
  }

  #list(): string {
    return join(this.#directory, 'feeds.json')
  }
}
