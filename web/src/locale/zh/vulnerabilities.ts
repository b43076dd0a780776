import type { vulnerabilities as English } from '../en/vulnerabilities.ts'
import type { Texts } from '../texts.ts'

/** The texts about known vulnerabilities in Chinese. */
export const vulnerabilities: Texts<typeof English> = {
  vulnerabilities: {
    title: '已知漏洞',
    noLists: '尚未加载漏洞列表。运维人员可用“periplus vulnerabilities add”添加。',
    none: '已加载的列表和扫描结果中没有漏洞。',
    confirmed: '已确认',
    confirmedHelp: '由扫描器发现',
    inRange: '版本在受影响范围内',
    inRangeHelp: '发行版可能已修复而未更改版本号',
    productOnly: '仅产品匹配',
    productOnlyHelp: '部分版本受影响，未比较此版本',
    kev: '自 {{date}} 起已被利用',
  },
}
