/** The texts about screenshots in English. */
export const screenshot = {
  screenshot: {
    of: 'Screenshot of {{host}}',
    open: 'Show the whole screenshot',
    same: 'Same look',
  },
} as const
