// What answers on web ports in the demonstration: real products with the marks people search for, on invented sites.
import { Weighted } from './random.ts'
import { readTable } from './table.ts'

/** A web application, device or plain site (without name). */
export interface WebProduct {
  readonly name: string
  readonly category: string
  readonly weight: number
  /** `{v}` is the version, `{site}` the site's name; `{home}`, `{login}`, `{panel}` … are words of its language. */
  readonly title: string
  /** The Server header, `{v}` included; undefined = that of the web server in front, `''` = none. */
  readonly server?: string
  readonly headers: readonly string[]
  /** The marker in the body. */
  readonly mark: string
  readonly versions: readonly string[]
  readonly os: string
  /** The hash of its icon, where it is well known. */
  readonly icon?: number
  /** Usual ports besides 80 and 443. */
  readonly ports: readonly number[]
  readonly status: number
  /** Sites have names; devices and consoles are found on addresses. */
  readonly isSite: boolean
}

/** A web server in front of applications. */
export interface FrontServer {
  readonly name: string
  readonly server: string
  readonly versions: readonly string[]
  readonly weight: number
  readonly os: string
}

/** All products. */
export const WEB_PRODUCTS = readTable<WebProduct>('web-product', {
  headers: [],
  versions: [''],
  os: '',
  ports: [],
  status: 200,
  isSite: false,
})

/** Web servers by share. */
export const FRONT_SERVERS = new Weighted(readTable<FrontServer>('front-server', {}), (one) => one.weight)
