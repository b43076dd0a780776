import type { Texts } from '../texts.ts'
import type { screenshot as english } from '../en/screenshot.ts'

/** The texts about screenshots in Chinese. */
export const screenshot: Texts<typeof english> = {
  screenshot: {
    of: '{{host}} 的截图',
    open: '查看完整截图',
    same: '外观相同',
  },
}
