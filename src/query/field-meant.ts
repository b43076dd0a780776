// The field that a name of another search engine or language means, for suggestions.
import { fieldNames, findField } from '../field/index.ts'
import { nearest } from '../util/index.ts'

/** Names of other engines, and Chinese ones, by the field. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  title: 'intitle html_title 标题 网站标题',
  body: 'html intext content 正文',
  host: 'hostname site inurl 主机',
  domain: '域名',
  ip: 'cidr net ip_str ip地址',
  port: '端口',
  protocol: 'service service_name module 协议 服务',
  server: 'webserver 服务器',
  header: 'headers 响应头',
  country: 'country_cn country_en 国家',
  province: 'subdivisions province_cn province_en 省份',
  city: 'city_cn city_en 城市',
  cert: 'ssl 证书',
  icon_hash: 'favicon filehash',
  as_number: 'as asn_number',
  product: 'device component 组件',
  os: 'operating_system 操作系统',
  finding: 'vuln vulns 漏洞',
  tag: 'labels tags 标签',
  lastupdatetime: 'timestamp last_seen updated_at 更新时间',
}

const MEANT: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([field, names]) => names.split(' ').map((name) => [name, field])),
)

/** The known field that an unknown name probably means: by the names of others, a misspelling, or its last parts. */
export function fieldMeant(name: string): string | undefined {
  const lower = name.toLowerCase()
  const alike = nearest(name, fieldNames())
  const isAlike = alike?.includes('.') === name.includes('.')
  return MEANT.get(lower) ?? (isAlike ? alike : undefined) ?? ofLastParts(lower) ?? alike
}

// `services.port` and `web.title`; of `services.http.response.html_title` the last part is a name of others.
function ofLastParts(name: string): string | undefined {
  const parts = name.split('.')
  for (let from = 1; from < parts.length; from++) {
    const last = parts.slice(from).join('.')
    const field = findField(last)?.name ?? MEANT.get(last)
    if (field !== undefined) return field
  }
  return undefined
}
