declare module 'autocannon' {
  interface Result {
    readonly errors: number
    readonly non2xx: number
    readonly latency: { readonly p50: number }
  }
  function autocannon(options: {
    readonly url: string
    readonly requests: readonly { readonly path: string }[]
    readonly connections: number
    readonly duration: number
    readonly workers: number
  }): Promise<Result>
  export = autocannon
}
