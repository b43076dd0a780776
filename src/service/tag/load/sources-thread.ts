// The thread that loads sources.
import { isMarkedAsUntransferable, parentPort, type Transferable, workerData } from 'node:worker_threads'
import { buffersOf } from '../../../tag/index.ts'
import { printCompiled } from './compiled.ts'
import { loadSources } from './load-sources.ts'
import type { LoadRequest, SourcesAnswer } from './request.ts'

const { data, program, fresh } = loadSources(workerData as LoadRequest)
// The arrays are transferred, so they are serialized before.
const compiled = fresh === undefined ? undefined : printCompiled(program, fresh)
const answer: SourcesAnswer = { data, compiled }
const buffers = [...buffersOf(data), ...(compiled === undefined ? [] : [compiled.buffer])]
// Small arrays may share Node's pool for small buffers; those are copied.
const owned = buffers.filter((buffer) => !isMarkedAsUntransferable(buffer))
parentPort?.postMessage(answer, owned as unknown as Transferable[])
