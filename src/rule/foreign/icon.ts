// Icons in rule files of other programs, by MurmurHash3 or by MD5.

const MURMUR = /^-?\d{1,10}$/
const MD5 = /^[0-9a-f]{32}$/i

/** Whether a text is a hash by which records name icons. */
export function isIconHash(hash: string): boolean {
  return MURMUR.test(hash) || MD5.test(hash)
}

/** The condition that the icon has one of these hashes; other hashes are left out, and without any there is none. */
export function anyIcon(hashes: readonly string[]): readonly string[] {
  const known = hashes.filter(isIconHash)
  const conditions = known.map((hash) =>
    MD5.test(hash) ? `icon_md5="${hash.toLowerCase()}"` : `icon_hash="${hash}"`,
  )
  return conditions.length === 0 ? [] : [`(${conditions.join(' || ')})`]
}

/** The MD5s of an expression that matches only them, such as `^(?:0123…|4567…)$`; undefined for others. */
export function md5sIn(expression: string): readonly string[] | undefined {
  const inner = /^\^(?:\((?:\?:)?([0-9a-f|]+)\)|([0-9a-f]+))\$$/i.exec(expression)
  const hashes = (inner?.[1] ?? inner?.[2] ?? '').split('|')
  return hashes.every((hash) => MD5.test(hash)) ? hashes : undefined
}

const COMPARED =
  /^(?:(-?\d{1,10})==mmh3base64_pybody|mmh3base64_pybody==(-?\d{1,10})|([0-9a-f]{32})==md5body|md5body==([0-9a-f]{32}))$/i

/** The hashes with which an expression of nuclei compares an answer that is an icon; undefined where it asks more. */
export function comparedIcons(expression: string): readonly string[] | undefined {
  const plain = expression.replaceAll(/[\s"'()]/g, '').replace(/^status_code==200&&/, '')
  const hashes = plain.split('||').map((one) => COMPARED.exec(one)?.slice(1).find(Boolean))
  return hashes.every((hash) => hash !== undefined) ? hashes : undefined
}
