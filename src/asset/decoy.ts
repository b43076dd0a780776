// Banners that known honeypots send.

/** Banners that known decoys send and real machines do not. */
const BANNERS: readonly (readonly [RegExp, string])[] = [
  [/SSH-2\.0-OpenSSH_6\.0p1 Debian-4\+deb7u2/, 'Cowrie’s default SSH banner'],
  [/Technodrome|Mouser Factory|88111222/, 'Conpot’s default plant'],
  [/\bhoneypot\b/i, 'calls itself a honeypot'],
]

/** What shows that one of the banners is a decoy's; undefined where nothing does. */
export function decoySign(banners: readonly string[]): string | undefined {
  return BANNERS.find(([pattern]) => banners.some((banner) => pattern.test(banner)))?.[1]
}
