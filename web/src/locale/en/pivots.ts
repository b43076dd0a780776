/** The texts about values that several hosts share in English. */
export const pivots = {
  pivots: {
    title: 'Shared with other hosts',
    tab: 'Pivots',
    none: 'No other host shares an icon, certificate, key, hash or title with it.',
    hosts_one: '{{shown}} other host',
    hosts_other: '{{shown}} other hosts',
    alone_one: '{{count}} more value that no other host has',
    alone_other: '{{count}} more values that no other host has',
    similar: 'Similar hosts',
    same: 'same {{what}}',
    iconTitle: 'Search by icon',
    iconHint: 'the icon file of a site; it is only compared, not stored',
    iconPaste: 'Paste an icon file, its base64 text or its MD5',
    iconUnread: 'This is neither a file, base64 text nor an MD5.',
    iconNone: 'No host shows this icon (hash {{hash}}).',
    iconHosts_one: '{{shown}} host shows this icon (hash {{hash}})',
    iconHosts_other: '{{shown}} hosts show this icon (hash {{hash}})',
  },
} as const
