// Receives results that scanners send while they run: each part is stored before it is acknowledged, and all parts of a scan are
// one import. Knows accounts and imports; nothing of HTTP.

export { createReceiver, type Receiver, type ReceivedPart } from './receiver.ts'
