import type { parts as English } from '../en/parts.ts'
import type { Texts } from '../texts.ts'

/** The texts of shapes that several pages share in Chinese. */
export const parts: Texts<typeof English> = {
  part: {
    most: '单日最多：{{value}}',
    asTable: '以表格显示',
    day: '日期（UTC）',
    dropArea: '拖放区',
    chooseFile: '选择文件',
    chooseFiles: '选择文件',
    remark: '（{{text}}）',
    divider: '；',
    comma: '、',
    headed: '{{area}}：{{title}}',
    more: '显示更多',
    yes: '是',
    no: '否',
    edit: '修改',
    close: '关闭',
    lost: '连接已断开，正在重试…',
  },
}
