// Tables with Chinese headings, as FOFA, Hunter and Quake export them: the catalogue's names for their columns and values.
import type { Json, JsonObject } from '../text/index.ts'
import { codeOfCountry } from './country.ts'

/** By catalogue name, the headings that mean it, from the surest to the vaguest. */
const HEADINGS: Readonly<Record<string, string>> = {
  link: 'url 链接 网址 链接地址 URL地址',
  host: '主机 主机名 host 资产',
  name: '域名 网站域名',
  domain: '根域名 主域名',
  ip: 'ip ip地址',
  port: '端口 端口号 port',
  title: '网站标题 网页标题 标题 title',
  protocol: '协议 应用协议 协议名称 服务 服务名称 protocol',
  base_protocol: '通讯协议 传输协议 基础协议 传输层协议',
  status_code: '网站状态码 状态码 http状态码 响应码',
  product: '应用/组件 组件 应用 产品 产品名称 产品名 应用指纹 指纹',
  product_version: '版本 产品版本 版本号',
  category: '产品分类 产品类别 分类',
  os: '操作系统 系统',
  icp: '备案号 icp备案号 icp备案 icp',
  country: '国家代码 国家编码',
  country_name: '国家 国家/地区 国家名称 国家名',
  province: '省份 省 省份名称 区域',
  city: '市区 城市 市 城市名称',
  longitude: '经度 地理位置 经度',
  latitude: '纬度 地理位置 纬度',
  isp: '运营商',
  as_organization: '注册机构 as组织 asn组织 组织 所属组织',
  as_number: 'asn as号 asn编号 自治域 自治域编号',
  server: 'server 服务器 服务器类型 网站server',
  header: '响应头 header 网站header http响应头 网站头部',
  body: '网站正文 正文 网页内容 响应体',
  banner: 'banner 协议banner 横幅',
  cert: '证书 证书信息 cert',
  lastupdatetime: '探查时间 更新时间 最后更新时间 最近更新时间 资产更新时间 扫描时间 发现时间 时间',
  jarm: 'jarm jarm指纹',
  icon_hash: '图标hash 网站图标hash icon_hash',
  icon_md5: '图标md5 网站图标md5 icon_md5',
}

/** Headings of the same tables for which the catalogue has no name. */
const LEFT_OUT = new Set(
  '序号 资产标签 ip标签 高危协议 备案单位 web资产 企业名称 单位名称 是否web 等保 网站icp备案单位 公司名称'.split(
    ' ',
  ),
)

const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(HEADINGS).flatMap(([name, headings]) =>
    headings.split(' ').map((text) => [folded(text), name] as const),
  ),
)

function folded(heading: string): string {
  return heading.trim().toLowerCase()
}

/** Whether a header row is one of such a table: Chinese, with an address or name and a port or web address. */
export function isChineseTable(cells: readonly string[]): boolean {
  const names = cells.map((cell) => MEANINGS.get(folded(cell)))
  const chinese = cells.filter((cell) => /\p{Script=Han}/u.test(cell))
  const known = chinese.filter((cell) => MEANINGS.has(folded(cell)) || LEFT_OUT.has(folded(cell)))
  const where = names.some((name) => name === 'link' || name === 'host' || name === 'ip' || name === 'name')
  const service = names.some((name) => name === 'link' || name === 'host' || name === 'port')
  return where && service && chinese.length > 0 && known.length >= Math.max(1, chinese.length / 2)
}

/** The record of a row under catalogue names; columns with headings that nobody knows keep them. */
export function recordOfChinese(headings: readonly string[], cells: readonly string[]): JsonObject {
  const found: Record<string, Json> = {}
  for (const [index, heading] of headings.entries()) {
    const value = cells[index]?.trim() ?? ''
    const name = MEANINGS.get(folded(heading)) ?? (LEFT_OUT.has(folded(heading)) ? undefined : heading.trim())
    // Empty cells are not known, and `-` and 暂无 mean the same.
    if (name === undefined || name === '' || /^(-+|暂无|无|null|none)?$/i.test(value)) continue
    found[name] ??= value
  }
  return catalogued(found)
}

/** The values of a record as the catalogue has them. */
export function catalogued(record: Record<string, Json>): JsonObject {
  const { name, product, country_name: country, ...rest } = record
  return {
    ...(name !== undefined && rest['link'] === undefined && rest['host'] === undefined && { host: name }),
    ...rest,
    ...(country !== undefined && countryOf(String(country))),
    ...(product !== undefined && productsOf(product)),
  }
}

/** `nginx/1.24,jQuery` as products and versions. */
function productsOf(value: Json): JsonObject {
  const parts = Array.isArray(value) ? value : String(value).split(/[,，;；|]\s*/)
  const products = parts.flatMap((part) => {
    const text = String(part).trim()
    const [, product = text, version] = /^(.{1,100})\/(\d[\w.+~-]*)$/.exec(text) ?? []
    return product === '' ? [] : [{ product, version }]
  })
  const versions = products.flatMap(({ version }) => version ?? [])
  return {
    product: products.map(({ product }) => product),
    ...(versions.length > 0 && { product_version: versions }),
  }
}

/** A country by its Chinese name: its code, from which the rest follows; other names stay names. */
function countryOf(name: string): JsonObject {
  if (/^[A-Z]{2}$/.test(name)) return { country: name }
  const code = codeOfCountry(name)
  if (code === undefined) return { country_name: name }
  const english = new Intl.DisplayNames(['en'], { type: 'region' }).of(code)
  return { country: code, ...(english !== undefined && { country_name: english }) }
}
