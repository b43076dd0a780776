// What benchmarks and tests search for in records generated with `BENCHMARK_BODY_LENGTH`, with the share of records that hold it.

/** A text to search for, and about how many records hold it (0 to 1, ignoring case). */
interface Needle {
  readonly field: 'title' | 'body' | 'header' | 'banner' | 'cert'
  readonly text: string
  readonly share: number
  readonly what: string
}

function needle(field: Needle['field'], text: string, share: number, what: string): Needle {
  return { field, text, share, what }
}

/** Needles of every kind that costs an engine something else. */
export const NEEDLES: readonly Needle[] = [
  needle('title', 'login', 0.057, 'common word'),
  needle('title', 'nextcloud', 0.017, 'word of one product'),
  needle('title', 'grafana', 0.004, 'rare word'),
  needle('title', 'cup of tea', 0.0026, 'phrase of one product'),
  needle('title', 'панель', 0.003, 'Cyrillic word, lower case where the records have a capital'),
  needle('title', 'Новости компании', 0.0045, 'Cyrillic phrase'),
  needle('title', '登录', 0.018, 'two Chinese characters'),
  needle('title', '禁止访问', 0.0005, 'Chinese phrase'),
  needle('title', 'ログイン', 0.0036, 'Japanese'),
  needle('title', 'تسجيل الدخول', 0.002, 'Arabic'),
  needle('body', 'home', 0.27, 'word in more than a quarter of the records'),
  needle('body', 'password', 0.085, 'common word'),
  needle('body', 'stoudropand', 0.023, 'word at rank 300'),
  needle('body', 'bramgirk', 0.0021, 'word at rank 3000'),
  needle('body', 'zzyzxquux', 0, 'word that no record has'),
  needle('body', 'sign in to continue', 0.34, 'common phrase'),
  needle('body', 'wp-content/themes', 0.069, 'text with punctuation'),
  needle('body', 'swagger-ui', 0.0006, 'rare text with punctuation'),
  needle('body', 'введите логин', 0.052, 'Cyrillic phrase'),
  needle('body', '安全', 0.064, 'two Chinese characters'),
  needle('body', 'ob', 0.435, 'two letters inside words'),
  needle('header', 'server: nginx', 0.15, 'header line'),
  needle('header', 'x-jenkins', 0.0042, 'rare header name'),
  needle('banner', 'openssh', 0.034, 'part of a word of a banner'),
  needle('banner', '\\x00\\x00', 0.045, 'unprintable bytes as their escapes'),
  needle('cert', "let's encrypt", 0.262, 'issuer with an apostrophe'),
]
