import type { host as English } from '../en/host.ts'
import type { Texts } from '../texts.ts'

/** The texts of the page about a host in Chinese. */
export const host: Texts<typeof English> = {
  host: {
    who: '身份与位置',
    services_one: '{{total}} 条记录',
    services_other: '{{total}} 条记录',
    cut: '仅显示最新的',
    search: '搜索其记录',
    addresses: '地址',
    domains: '域名',
    names: '名称',
    more_one: '还有 {{count}} 个',
    more_other: '还有 {{count}} 个',
    offers: '服务',
    seen: '首次发现 {{first}},最后发现 {{last}} (UTC)',
    certificates: '证书',
    issued: '颁发者 {{issuer}} · {{from}} 至 {{to}}',
    shownBy_one: '出现在 {{hosts}}',
    shownBy_other: '出现在 {{count}} 个服务,包括 {{hosts}}',
    sameCertificate: '使用此证书的全部记录',
    selfSigned: '自签名',
    validity: { valid: '有效', expired: '已过期', notYet: '尚未生效', unknown: '有效期未知' },
    changes: '变化记录 (UTC)',
    appeared: '首次发现',
    changed: '变化:{{parts}}',
    tags: '标签',
    tagsHelp: '标签来源对此地址的说明。查询会占用今日额度中的一行。',
    tagsGo: '查询标签',
    tagsNone: '没有来源提到此地址。',
    confidence: '可信度 {{confidence}}',
    none: '没有记录',
    noneText: '没有 {{name}} 的信息:没有记录涉及此地址、此名称或其下级名称。',
  },
}
