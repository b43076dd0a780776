// The client side of the operator's socket; small, because every command on a served directory loads it.

export { connectFeeds, connectOperator } from './client.ts'
export { socketAddress } from './address.ts'
