// The words of an assessment.
import type { ReportLanguage } from '../report/index.ts'
import type { ExposedKind } from './exposed.ts'

interface AssessTexts {
  readonly heading: string
  readonly made: string
  readonly lastYear: string
  readonly allTime: string
  readonly ran: (products: string, run: string, refused: string) => string
  readonly passive: string
  readonly exposed: string
  readonly kind: Readonly<Record<ExposedKind, string>>
  readonly exploited: string
  readonly exploitedNote: string
  readonly noneExploited: string
  readonly confirmed: string
  readonly inRange: string
  readonly products: string
  readonly noProducts: string
  readonly product: string
  readonly firstSeen: string
  readonly records: string
  readonly addresses: string
  readonly query: string
  readonly published: string
  readonly matched: string
  readonly refused: string
  readonly reason: string
  readonly footer: string
}

/** The words by language. */
export const ASSESS_TEXTS: Readonly<Record<ReportLanguage, AssessTexts>> = {
  en: {
    heading: 'Assessment',
    made: 'Created',
    lastYear: 'records last seen in the last year',
    allTime: 'records of all time',
    ran: (products, run, refused) => `${products} products, ${run} queries run, ${refused} not run`,
    passive: 'Stored records only; no packet was sent.',
    exposed: 'Exposed consoles and services',
    kind: {
      login: 'Login pages',
      administration: 'Administration pages',
      desktop: 'Remote desktops',
      shell: 'Unencrypted shells',
      database: 'Databases',
      files: 'Files',
      industrial: 'Industrial control',
      debug: 'Debugging and API consoles',
    },
    exploited: 'Known exploited vulnerabilities',
    exploitedNote:
      'Confirmed: a scanner found it. Version in range: only the stated version says so; a distribution may have fixed it without another version.',
    noneExploited: 'None by the loaded lists.',
    confirmed: 'Confirmed',
    inRange: 'Version in range',
    products: 'Products found',
    noProducts: 'No query of the library matches.',
    product: 'Product',
    firstSeen: 'First seen',
    records: 'Records',
    addresses: 'Addresses',
    query: 'Query',
    published: 'Published query',
    matched: 'Matched text',
    refused: 'Queries that were not run',
    reason: 'Reason',
    footer:
      'Every number is the count of the query beside it. What a published query calls a product is its author’s opinion: read the matched text.',
  },
  zh: {
    heading: '评估',
    made: '生成时间',
    lastYear: '最近一年内见到的记录',
    allTime: '所有时间的记录',
    ran: (products, run, refused) => `${products} 个产品，已执行 ${run} 条查询，${refused} 条未执行`,
    passive: '仅使用已存储的记录，未发送任何数据包。',
    exposed: '暴露的控制台和服务',
    kind: {
      login: '登录页面',
      administration: '管理页面',
      desktop: '远程桌面',
      shell: '未加密的远程终端',
      database: '数据库',
      files: '文件',
      industrial: '工业控制',
      debug: '调试和 API 控制台',
    },
    exploited: '已知被利用的漏洞',
    exploitedNote: '已确认：扫描器发现。版本在范围内：仅由所述版本推断，发行版可能已修复而不改变版本。',
    noneExploited: '按已加载的列表没有发现。',
    confirmed: '已确认',
    inRange: '版本在范围内',
    products: '发现的产品',
    noProducts: '查询库中没有匹配的查询。',
    product: '产品',
    firstSeen: '首次发现',
    records: '记录',
    addresses: '地址',
    query: '查询',
    published: '公开的查询',
    matched: '匹配的文本',
    refused: '未执行的查询',
    reason: '原因',
    footer: '每个数字都是旁边查询的计数。公开查询所称的产品是其作者的看法：请阅读匹配的文本。',
  },
}
