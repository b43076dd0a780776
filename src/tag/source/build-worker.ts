// The thread in which sources are read, so that a server answers meanwhile.
import { parentPort, type Transferable, workerData } from 'node:worker_threads'
import type { SourceInput } from './source.ts'
import { buffersOf, buildSourceData } from './source-data.ts'

const data = buildSourceData(workerData as readonly SourceInput[])
parentPort?.postMessage(data, buffersOf(data) as unknown as Transferable[])
