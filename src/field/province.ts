// The provinces, regions and municipalities of China: the Chinese name and the English spellings that sources use.

/**
 * The spellings that sources use for a province of China, given in Chinese with or without its kind, or in an English spelling with
 * variants; empty for any other name.
 */
export function provinceNames(name: string): readonly string[] {
  const bare = name.length > 2 ? name.replace(KIND, '') : name
  const lower = bare.toLowerCase()
  const found = PROVINCES.find(
    ([chinese, ...english]) =>
      chinese === bare ||
      (english.length > 1 && english.some((spelling) => spelling.toLowerCase() === lower)),
  )
  return found === undefined ? [] : found
}

/** What may follow the name of a province. */
const KIND = /(?:省|市|特别行政区|(?:壮族|回族|维吾尔)?自治区)$/

type Province = readonly [chinese: string, ...english: string[]]

const PROVINCES: readonly Province[] = [
  ['北京', 'Beijing'],
  ['天津', 'Tianjin'],
  ['上海', 'Shanghai'],
  ['重庆', 'Chongqing'],
  ['河北', 'Hebei'],
  ['山西', 'Shanxi'],
  ['辽宁', 'Liaoning'],
  ['吉林', 'Jilin'],
  ['黑龙江', 'Heilongjiang'],
  ['江苏', 'Jiangsu'],
  ['浙江', 'Zhejiang'],
  ['安徽', 'Anhui'],
  ['福建', 'Fujian'],
  ['江西', 'Jiangxi'],
  ['山东', 'Shandong'],
  ['河南', 'Henan'],
  ['湖北', 'Hubei'],
  ['湖南', 'Hunan'],
  ['广东', 'Guangdong'],
  ['海南', 'Hainan'],
  ['四川', 'Sichuan'],
  ['贵州', 'Guizhou'],
  ['云南', 'Yunnan'],
  ['陕西', 'Shaanxi'],
  ['甘肃', 'Gansu'],
  ['青海', 'Qinghai'],
  ['台湾', 'Taiwan'],
  ['内蒙古', 'Inner Mongolia', 'Nei Mongol', 'Neimenggu'],
  ['广西', 'Guangxi'],
  ['西藏', 'Tibet', 'Xizang'],
  ['宁夏', 'Ningxia'],
  ['新疆', 'Xinjiang'],
  ['香港', 'Hong Kong', 'HongKong'],
  ['澳门', 'Macau', 'Macao'],
]
