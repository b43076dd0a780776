import type { Texts } from '../texts.ts'
import type { pivots as english } from '../en/pivots.ts'

/** The texts about values that several hosts share in Chinese. */
export const pivots: Texts<typeof english> = {
  pivots: {
    title: '共有特征',
    tab: '共有特征',
    none: '没有其他主机与它共有图标、证书、密钥、哈希或标题。',
    hosts_one: '另有 {{shown}} 台主机',
    hosts_other: '另有 {{shown}} 台主机',
    alone_one: '另有 {{count}} 个值为它独有',
    alone_other: '另有 {{count}} 个值为它独有',
    similar: '相似主机',
    same: '相同：{{what}}',
    iconTitle: '按图标搜索',
    iconHint: '网站的图标文件；仅用于比对，不会保存',
    iconPaste: '粘贴图标文件、其 base64 文本或 MD5',
    iconUnread: '这既不是文件，也不是 base64 文本或 MD5。',
    iconNone: '没有主机使用此图标（哈希 {{hash}}）。',
    iconHosts_one: '{{shown}} 台主机使用此图标（哈希 {{hash}}）',
    iconHosts_other: '{{shown}} 台主机使用此图标（哈希 {{hash}}）',
  },
}
