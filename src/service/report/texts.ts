// The words of a report.
import type { ReportFigure, ReportLanguage } from './types.ts'

interface ReportTexts {
  readonly heading: string
  readonly made: string
  readonly lastYear: string
  readonly allTime: string
  readonly figures: string
  readonly figure: Readonly<Record<ReportFigure['name'], string>>
  readonly records: string
  readonly addresses: string
  readonly query: string
  readonly share: string
  readonly map: string
  readonly lastSeen: string
  readonly asTable: string
  readonly from: string
  readonly top: string
  readonly value: string
  readonly distinct: (count: number) => string
  readonly none: string
  readonly footer: string
  readonly field: Readonly<Record<string, string>>
}

/** The words by language. */
export const REPORT_TEXTS: Readonly<Record<ReportLanguage, ReportTexts>> = {
  en: {
    heading: 'Report',
    made: 'Created',
    lastYear: 'records last seen in the last year',
    allTime: 'records of all time',
    figures: 'Figures',
    figure: {
      records: 'Matches',
      newWeek: 'First seen in the last 7 days',
      newMonth: 'First seen in the last 30 days',
      expired: 'With an expired certificate',
      expires7: 'Certificate expires within 7 days',
      expires30: 'Certificate expires within 30 days',
      expires90: 'Certificate expires within 90 days',
    },
    records: 'Records',
    addresses: 'Addresses',
    query: 'Query',
    share: 'Share',
    map: 'Countries of the matches',
    lastSeen: 'Last seen',
    asTable: 'As a table',
    from: 'From (UTC)',
    top: 'Most frequent values',
    value: 'Value',
    distinct: (count) => (count === 1 ? 'value' : 'different values'),
    none: 'No record matches.',
    footer: 'Every number is an exact count of the query beside it.',
    field: {
      country: 'Country',
      port: 'Port',
      protocol: 'Protocol',
      product: 'Product',
      server: 'Server',
      as_organization: 'Network',
      domain: 'Domain',
      os: 'Operating system',
      status_code: 'Status',
      severity: 'Severity',
      finding: 'Finding',
      tag: 'Tag',
      'cert.issuer.org': 'Certificate issuer',
    },
  },
  zh: {
    heading: '报告',
    made: '生成时间',
    lastYear: '最近一年内发现的记录',
    allTime: '全部时间的记录',
    figures: '数据概览',
    figure: {
      records: '匹配',
      newWeek: '最近 7 天首次发现',
      newMonth: '最近 30 天首次发现',
      expired: '证书已过期',
      expires7: '证书将在 7 天内过期',
      expires30: '证书将在 30 天内过期',
      expires90: '证书将在 90 天内过期',
    },
    records: '记录数',
    addresses: '地址数',
    query: '查询',
    share: '占比',
    map: '匹配记录所在的国家/地区',
    lastSeen: '最后发现',
    asTable: '以表格显示',
    from: '起始时间（UTC）',
    top: '最常见的值',
    value: '值',
    distinct: () => '个不同的值',
    none: '没有匹配的记录。',
    footer: '每个数字都是旁边查询的精确计数。',
    field: {
      country: '国家/地区',
      port: '端口',
      protocol: '协议',
      product: '产品',
      server: '服务器',
      as_organization: 'AS 组织',
      domain: '域名',
      os: '操作系统',
      status_code: '状态码',
      severity: '严重程度',
      finding: '发现',
      tag: '标签',
      'cert.issuer.org': '证书颁发者',
    },
  },
}
