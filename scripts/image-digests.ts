// Writes the digest of every base image behind its version, so that a build takes exactly the same one again: `name:version@sha256:…`.
//   node scripts/image-digests.ts [--registry URL] [FILE…]
// Without files: compose.yaml and deploy/Dockerfile. Asks Docker Hub, or a registry of the same protocol, and changes nothing when one
// image cannot be found. The protocol: https://distribution.github.io/distribution/spec/api/
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const IMAGE = /^(\s*image: |FROM )((?:[\w-]+\/)*[\w-]+):([\w.-]+)(?:@sha256:[0-9a-f]{64})?/gm
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
].join(', ')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { registry: { type: 'string', default: 'https://registry-1.docker.io' } },
})
const files =
  positionals.length > 0 ? positionals : [join(root, 'compose.yaml'), join(root, 'deploy/Dockerfile')]

/** A token for reading one image, as the registry's refusal says where to get it. */
async function tokenFor(challenge: string): Promise<string> {
  const part = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? ''
  const query = new URLSearchParams({ service: part('service'), scope: part('scope') })
  const answer = await fetch(`${part('realm')}?${query}`)
  const { token = '' } = (await answer.json()) as { readonly token?: string }
  return token
}

async function digestOf(name: string, version: string): Promise<string> {
  const path = name.includes('/') ? name : `library/${name}`
  const url = `${values.registry}/v2/${path}/manifests/${version}`
  const ask = (headers: Record<string, string>) =>
    fetch(url, { method: 'HEAD', headers: { accept: MANIFESTS, ...headers } })
  let answer = await ask({})
  const challenge = answer.headers.get('www-authenticate')
  if (answer.status === 401 && challenge !== null)
    answer = await ask({ authorization: `Bearer ${await tokenFor(challenge)}` })
  const digest = answer.headers.get('docker-content-digest') ?? ''
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${name}:${version}: status ${answer.status}, no digest`)
  return digest
}

/** Built here, so no registry has it. */
const isLocal = (version: string): boolean => version === 'local'

async function pinned(text: string): Promise<string> {
  const found = [...text.matchAll(IMAGE)].filter(([, , , version = '']) => !isLocal(version))
  const digests = new Map<string, string>()
  for (const [, , name = '', version = ''] of found) {
    const image = `${name}:${version}`
    if (!digests.has(image)) digests.set(image, await digestOf(name, version))
  }
  return text.replaceAll(IMAGE, (whole, before: string, name: string, version: string) => {
    const digest = digests.get(`${name}:${version}`)
    return digest === undefined ? whole : `${before}${name}:${version}@${digest}`
  })
}

try {
  const texts = await Promise.all(files.map((file) => pinned(readFileSync(file, 'utf8'))))
  for (const [index, file] of files.entries()) writeFileSync(file, texts[index] ?? '')
} catch (error) {
  console.error(`nothing was changed: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
