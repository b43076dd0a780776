/** The texts about known vulnerabilities in English. */
export const vulnerabilities = {
  vulnerabilities: {
    title: 'Known vulnerabilities',
    noLists:
      'No list of vulnerabilities is loaded. The operator adds them with “periplus vulnerabilities add”.',
    none: 'The loaded lists and the findings name none.',
    confirmed: 'Confirmed',
    confirmedHelp: 'a scanner found it',
    inRange: 'Version in range',
    inRangeHelp: 'a distribution may have fixed it without another version',
    productOnly: 'Product only',
    productOnlyHelp: 'some versions are affected; this one was not compared',
    kev: 'exploited since {{date}}',
  },
} as const
