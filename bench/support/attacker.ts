// One attack on a running server, as a process of its own until its input ends:
//   node bench/support/attacker.ts NAME < pipe, with the target as JSON in the variable TARGET
import { ATTACKS, type Target } from './attacks.ts'

const attack = ATTACKS[process.argv[2] ?? '']
const target = JSON.parse(process.env['TARGET'] ?? '{}') as Omit<Target, 'signal'>
const stop = new AbortController()
process.stdin.resume().once('end', () => stop.abort())
await attack?.({ ...target, signal: stop.signal })
process.exit()
