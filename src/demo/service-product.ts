// What answers on other ports in the demonstration. Banners are as the programs send them, unprintable bytes as `\xNN`.
import { readTable } from './table.ts'

/** A service that is not a web page. In its banner `{v}` is the version and `{name}` the host's name. */
export interface ServiceProduct {
  readonly protocol: string
  readonly port: number
  readonly transport: 'tcp' | 'udp'
  readonly weight: number
  readonly product: string
  readonly category: string
  readonly versions: readonly string[]
  readonly banner: string
  readonly os: string
  /** Whether it shows a certificate. */
  readonly tls: boolean
}

/** All services. */
export const SERVICE_PRODUCTS = readTable<ServiceProduct>('service-product', {
  transport: 'tcp',
  versions: [''],
  os: '',
  tls: false,
})
