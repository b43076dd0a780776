// The client side of the operator's socket; small, because every command on a served directory loads it.

export { socketAddress } from './address.ts'
export { connectFeeds, connectOperator } from './client.ts'
