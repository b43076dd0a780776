import { describe, expect, it } from 'vitest'
import { assetOf } from '../../test/support/enriched.ts'
import { readCpe, spellCpe } from './cpe.ts'

describe('a CPE name', () => {
  it.each([
    ['cpe:/a:openbsd:openssh:9.2p1', ['cpe:2.3:a:openbsd:openssh:9.2p1']],
    ['cpe:2.3:a:f5:nginx:1.24.0:*:*:*:*:*:*:*', ['cpe:2.3:a:f5:nginx:1.24.0']],
    ['CPE:/O:linux:linux_kernel', ['cpe:2.3:o:linux:linux_kernel']],
    ['cpe:/h::router:1', ['cpe:2.3:h:*:router:1']],
    ['cpe:2.3:a:x\\:y:z', ['cpe:2.3:a:x\\:y:z']],
    ['cpe:/a:vendor', []],
    ['nginx', []],
  ])('`%s` is spelled %j', (text, spelled) => expect(spellCpe(text)).toEqual(spelled))

  it('of each product is found in the product data of a source, once', () => {
    const structinfo = JSON.stringify([
      { product: 'nginx', cpe: ['cpe:/a:f5:nginx:1', 'cpe:2.3:a:f5:nginx:1:*'] },
      { product: 'x', cpe: 'cpe:/a:b:c,cpe:/a:d:e' },
      { product: 'y', cpe: 7 },
    ])
    expect(readCpe(structinfo)).toEqual(['cpe:2.3:a:f5:nginx:1', 'cpe:2.3:a:b:c', 'cpe:2.3:a:d:e'])
    expect(readCpe('cpe: no JSON')).toEqual([])
    expect(assetOf({ stated: { structinfo } }).cpe).toHaveLength(3)
    expect(assetOf({ stated: { structinfo, cpe: ['cpe:2.3:a:q:r'] } }).cpe).toEqual(['cpe:2.3:a:q:r'])
  })
})
