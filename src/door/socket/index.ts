// The commands' end of the operator's socket; light, because every command on a served directory loads it.

export { connectFeeds, connectOperator } from './client.ts'
export { socketAddress } from './address.ts'
