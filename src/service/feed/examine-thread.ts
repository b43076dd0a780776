// The thread that reads large candidates.
import { parentPort, workerData } from 'node:worker_threads'
import { type Candidate, readCandidate } from './examine.ts'
import type { Feed } from './types.ts'

const { feed, candidate } = workerData as { readonly feed: Feed; readonly candidate: Candidate }
parentPort?.postMessage(readCandidate(feed, candidate))
