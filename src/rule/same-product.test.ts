import { expect, it } from 'vitest'
import { isNamed } from './same-product.ts'

const named = (product: string, name: string, vendor = ''): boolean =>
  isNamed({ product }, { products: [name], cpes: [], vendors: [vendor] })

it.each([
  ['nginx', 'Nginx Web Server', ''],
  ['Apache httpd', 'Apache HTTP Server', ''],
  ['FileZilla Server', 'FileZilla ftpd', ''],
  ['Microsoft IIS', 'IIS', ''],
  ['D-Link DCS', 'DCS-2100', 'D-Link'],
])('%s is %s', (product, name, vendor) => {
  expect(named(product, name, vendor)).toBe(true)
})

it.each([
  ['nginx', 'Apache httpd', ''],
  ['GlobalSCAPE EFT', 'Secure FTP Server', 'GlobalSCAPE'],
  ['nginx', 'httpd', ''],
  ['Amazon FTP Server', 'Dreamhost FTP Server', ''],
])('%s is not %s', (product, name, vendor) => {
  expect(named(product, name, vendor)).toBe(false)
})

it('products with the same product in their CPE names are the same, whoever sells them', () => {
  const found = { product: 'Mail Hub', cpe: 'cpe:2.3:a:microsoft:exchange_server:2003' }
  const known = { products: ['Exchange 2003 Server'], cpes: ['cpe:/a:microsoft:exchange_server:2003'] }
  expect(isNamed(found, known)).toBe(true)
  expect(isNamed(found, { ...known, cpes: ['cpe:/a:microsoft:iis'] })).toBe(false)
})
