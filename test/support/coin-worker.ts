// A process that spends coins until it is killed: reserve, "search", note in the journal that the search ended, capture. It says so
// once the first call is charged. Arguments: the state's stateOptions as JSON, the account's number, the journal, how many calls run at the same time.
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { CoinReservations, openState, Presence, type StateOptions } from '../../src/state/index.ts'

const [stateOptions = '', account = '', journal = '', lanes = '1'] = process.argv.slice(2)
const state = await openState(JSON.parse(stateOptions) as StateOptions)
const presence = new Presence(state)
await presence.buryDead()
const reservations = new CoinReservations(state, presence)

let isSpending = false

async function spend(): Promise<boolean> {
  const held = await reservations.reserve(Number(account), 1, 'search')
  if (held === undefined) return false
  await sleep(Math.random() * 4)
  if (Math.random() < 0.2) {
    await held.release()
    return true
  }
  appendFileSync(journal, `finished ${held.id}\n`)
  const charged = await held.capture()
  appendFileSync(journal, `${charged === 1 ? 'charged' : 'lost'} ${held.id}\n`)
  if (!isSpending) console.log('spending')
  isSpending = true
  return true
}

async function spendAll(): Promise<void> {
  while (await spend());
}

await Promise.all(Array.from({ length: Number(lanes) }, spendAll))
await reservations.close()
await presence.close()
await state.close()
