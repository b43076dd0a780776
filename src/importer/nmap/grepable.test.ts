// What a file of `nmap -oG` says of ports that were looked at and are not open.
import { expect, it } from 'vitest'
import { memoryInput } from '../../../test/support/importer.ts'
import type { Reading } from '../importer.ts'
import { nmapImporter } from './index.ts'

const HEAD = `# Nmap 7.93 scan initiated Sun Nov 22 22:05:16 2026 as: nmap -oG - 192.0.2.1
# Ports scanned: TCP(3;22,80,443) UDP(0;) SCTP(0;) PROTOCOLS(0;)
Host: 192.0.2.1 ()	Status: Up
`
const PORTS = 'Host: 192.0.2.1 ()	Ports: 22/open/tcp//ssh///	Ignored State: closed (2)\n'

async function kindsOf(text: string): Promise<readonly string[]> {
  const kinds: Reading['kind'][] = []
  const input = memoryInput('scan.gnmap', Buffer.from(text))
  for await (const { kind } of nmapImporter.read(input, { now: 0, coverage: true } as never)) kinds.push(kind)
  return kinds
}

it('says which ports were probed on a host that was written to its end', async () => {
  expect(await kindsOf(`${HEAD}${PORTS}# Nmap done at Sun Nov 22 22:05:29 2026\n`)).toContain('probed')
})

it('says nothing of it for the last host of a file that was cut', async () => {
  expect(await kindsOf(`${HEAD}${PORTS}`)).not.toContain('probed')
  expect(await kindsOf(HEAD)).not.toContain('probed')
})

it('says nothing of it for a host with a port that cannot be read', async () => {
  for (const port of ['99999/open/tcp//http///', '80/open/tcp'])
    expect(
      await kindsOf(
        `${HEAD}${PORTS.replace('/ssh///', `/ssh///, ${port}`)}# Nmap done at Sun Nov 22 22:05:29 2026\n`,
      ),
    ).not.toContain('probed')
})
