// The thread that reads the databases of locations and networks.
import { parentPort, type Transferable, workerData } from 'node:worker_threads'
import { type LocatorOptions, locatorBuffers, readLocator } from '../../../enrich/index.ts'

const data = readLocator(workerData as LocatorOptions)
parentPort?.postMessage(data, locatorBuffers(data) as unknown as Transferable[])
