// What kind of network the most important autonomous systems are. Written from what the holders say of themselves; the names of the
// holders come with the network database. Mixed networks are under what most of their addresses are used for.

/** Kinds of networks, the values of `as_type`. */
type SystemKind = 'isp' | 'mobile' | 'hosting' | 'cdn' | 'education' | 'government' | 'business'

/** Systems of one kind and, where they belong to a known provider, its tag. */
interface SystemGroup {
  readonly kind: SystemKind
  readonly provider?: string
  readonly systems: readonly number[]
}

/** All groups; a system is in one only. */
export const SYSTEM_GROUPS: readonly SystemGroup[] = [
  { kind: 'hosting', provider: 'cloud:aws', systems: [8987, 14618, 16509, 62785] },
  { kind: 'hosting', provider: 'cloud:azure', systems: [8068, 8069, 8075, 12076, 58862] },
  { kind: 'hosting', provider: 'cloud:gcp', systems: [396982] },
  { kind: 'hosting', provider: 'cloud:alibaba', systems: [37963, 45102, 134963] },
  { kind: 'hosting', provider: 'cloud:tencent', systems: [45090, 132203, 132591, 133478] },
  { kind: 'hosting', provider: 'cloud:oracle', systems: [31898, 54253] },
  { kind: 'hosting', provider: 'cloud:ibm', systems: [36351] },
  { kind: 'hosting', provider: 'cloud:digitalocean', systems: [14061, 393406] },
  { kind: 'hosting', provider: 'cloud:linode', systems: [63949] },
  { kind: 'hosting', provider: 'cloud:vultr', systems: [20473] },
  { kind: 'hosting', provider: 'cloud:hetzner', systems: [24940, 212317, 213230] },
  { kind: 'hosting', provider: 'cloud:ovh', systems: [16276] },
  { kind: 'hosting', provider: 'cloud:scaleway', systems: [12876, 29447] },
  { kind: 'hosting', provider: 'cloud:huawei', systems: [55990, 136907] },
  { kind: 'hosting', provider: 'cloud:upcloud', systems: [202053] },
  { kind: 'hosting', provider: 'cloud:yandex', systems: [200350] },
  { kind: 'hosting', provider: 'cloud:kamatera', systems: [36007] },
  { kind: 'hosting', provider: 'cloud:baidu', systems: [38365, 55967] },
  { kind: 'hosting', provider: 'cloud:ucloud', systems: [59077, 135377] },
  { kind: 'hosting', provider: 'cloud:rackspace', systems: [19994, 27357, 33070] },
  { kind: 'hosting', provider: 'cloud:ionos', systems: [8560] },
  { kind: 'hosting', provider: 'cloud:exoscale', systems: [61098] },
  { kind: 'hosting', provider: 'cloud:naver', systems: [23576] },
  { kind: 'hosting', provider: 'cloud:volcengine', systems: [137718, 396986] },
  { kind: 'hosting', provider: 'cloud:selectel', systems: [49505] },
  { kind: 'hosting', provider: 'cloud:contabo', systems: [40021, 51167, 141995] },
  { kind: 'hosting', provider: 'cloud:infomaniak', systems: [29222] },
  { kind: 'hosting', provider: 'cloud:aruba', systems: [31034] },
  { kind: 'hosting', provider: 'cloud:timeweb', systems: [9123] },
  { kind: 'hosting', provider: 'cloud:leaseweb', systems: [16265, 28753, 30633, 60781] },
  {
    kind: 'hosting',
    systems: [
      7979, 8100, 8972, 9009, 9370, 9371, 10297, 11878, 12824, 12989, 13213, 13768, 14127, 15817, 16125,
      17707, 18978, 19318, 19437, 19871, 20454, 20773, 20860, 21859, 22612, 22781, 23470, 23724, 24446, 24961,
      25369, 25532, 25820, 26347, 26496, 28907, 29066, 29169, 29802, 29854, 30058, 30083, 30823, 32244, 32475,
      32613, 32780, 33302, 33387, 34011, 34119, 34305, 34788, 35425, 35916, 36352, 36444, 38001, 40034, 40244,
      40676, 41108, 42831, 43350, 44901, 45753, 46475, 46562, 46606, 46664, 46844, 47583, 47846, 48282, 49367,
      49453, 49981, 50673, 51396, 51765, 51852, 52000, 53340, 53667, 53850, 54290, 54500, 54825, 55081, 55286,
      56630, 57043, 58061, 59253, 59642, 60404, 61317, 61969, 62240, 62282, 62904, 63473, 64022, 64050, 64200,
      132839, 133752, 136258, 136787, 197540, 197695, 200019, 202015, 202425, 203020, 204957, 206264, 209605,
      212238, 212477, 394695, 395954, 398101,
    ],
  },
  { kind: 'cdn', provider: 'cdn:cloudflare', systems: [13335, 132892, 202623, 209242, 395747] },
  {
    kind: 'cdn',
    provider: 'cdn:akamai',
    systems: [12222, 16625, 17204, 18680, 18717, 20940, 21342, 32787, 33905, 35994],
  },
  { kind: 'cdn', provider: 'cdn:fastly', systems: [54113] },
  { kind: 'cdn', provider: 'cdn:imperva', systems: [19551] },
  { kind: 'cdn', provider: 'cdn:edgio', systems: [15133, 22822] },
  { kind: 'cdn', provider: 'cdn:cachefly', systems: [30081] },
  { kind: 'cdn', provider: 'cdn:bunny', systems: [200325] },
  { kind: 'cdn', provider: 'cdn:cdnetworks', systems: [36408] },
  { kind: 'cdn', provider: 'cdn:qrator', systems: [197068, 200449] },
  { kind: 'cdn', provider: 'cdn:ddos-guard', systems: [57724] },
  { kind: 'cdn', provider: 'cdn:sucuri', systems: [30148] },
  { kind: 'cdn', provider: 'cdn:netflix', systems: [2906, 40027] },
  {
    kind: 'isp',
    systems: [
      209, 577, 701, 702, 812, 852, 855, 1136, 1221, 1241, 1257, 1267, 1680, 1759, 2119, 2516, 2518, 2527,
      2609, 2828, 2856, 2860, 3209, 3215, 3216, 3243, 3269, 3292, 3301, 3303, 3320, 3329, 3352, 3356, 3462,
      3549, 3737, 3741, 3786, 4134, 4230, 4648, 4713, 4725, 4739, 4766, 4771, 4775, 4780, 4788, 4804, 4808,
      4812, 4837, 4847, 5089, 5384, 5391, 5410, 5432, 5466, 5578, 5588, 5607, 5617, 5650, 5713, 5769, 6128,
      6147, 6327, 6389, 6400, 6713, 6730, 6739, 6799, 6830, 6848, 6849, 6855, 6910, 7018, 7029, 7303, 7470,
      7473, 7545, 7552, 7713, 7738, 7843, 7922, 8151, 8167, 8359, 8376, 8402, 8412, 8422, 8447, 8452, 8529,
      8551, 8612, 8708, 8866, 8881, 9049, 9121, 9158, 9299, 9318, 9443, 9498, 9506, 9534, 9790, 9808, 9829,
      9924, 9929, 10036, 10429, 10474, 10620, 10796, 11260, 11351, 11426, 11427, 11830, 12271, 12302, 12322,
      12353, 12389, 12392, 12430, 12479, 12714, 12741, 12849, 12874, 12880, 12978, 13046, 13156, 13285, 13489,
      13999, 14080, 15290, 15525, 15557, 15600, 15802, 15895, 15924, 16086, 16135, 16232, 17451, 17488, 17621,
      17622, 17676, 17816, 17858, 18209, 18403, 18881, 20001, 20115, 20485, 21021, 21497, 21502, 22773, 22927,
      23650, 23969, 24400, 24560, 24835, 24863, 25019, 25229, 25472, 25513, 26599, 27699, 27747, 28573, 29256,
      29314, 29695, 30722, 31012, 31133, 31213, 31334, 33363, 33491, 33651, 33657, 33668, 33788, 33915, 34984,
      35297, 35819, 36874, 36903, 36947, 36992, 37148, 37168, 37457, 37705, 38195, 39891, 42961, 45204, 45609,
      45758, 45899, 47331, 48161, 48695, 50266, 55430, 56040, 56041, 57269, 58224, 131090,
    ],
  },
  {
    kind: 'mobile',
    systems: [
      4818, 6167, 6256, 8374, 9587, 9605, 9873, 10139, 13036, 18004, 20057, 20978, 21928, 22394, 24203, 24389,
      26615, 28403, 29465, 29975, 33771, 35900, 36873, 37061, 38266, 38466, 38623, 39603, 43447, 43766, 44034,
      44244, 45143, 45271, 45727, 45960, 51207, 51375, 55410, 55644, 55836, 131429, 131445, 132061, 132167,
      132199, 132618, 133612, 197207,
    ],
  },
  {
    kind: 'education',
    systems: [
      3, 17, 18, 25, 26, 27, 29, 31, 32, 52, 55, 73, 81, 87, 88, 103, 104, 111, 131, 159, 195, 217, 224, 237,
      559, 680, 766, 786, 1103, 1128, 1213, 1249, 1653, 1930, 1942, 1955, 2018, 2107, 2200, 2259, 2381, 2500,
      2603, 2637, 2852, 2907, 3112, 3582, 3701, 3794, 4538, 5050, 5408, 5661, 5719, 6192, 6262, 6356, 6360,
      7377, 7575, 7660, 8111, 9264, 10886, 11537, 20965, 23910, 24287, 36914,
    ],
  },
  {
    kind: 'government',
    systems: [24, 68, 297, 306, 344, 668, 683, 721, 1733, 3152, 5972, 7764, 27064, 27065],
  },
  {
    kind: 'business',
    systems: [
      714, 2635, 6185, 6507, 10310, 11251, 12041, 13414, 13443, 13445, 14340, 14413, 14907, 15169, 17012,
      26101, 30103, 32590, 32934, 36385, 36459, 36647, 40793, 44907, 46489, 54115, 57976, 59930, 62041, 63293,
      198605, 394161,
    ],
  },
  { kind: 'cdn', provider: 'cdn:cdn77', systems: [60068] },
  { kind: 'cdn', provider: 'cdn:gcore', systems: [199524] },
  { kind: 'isp', provider: 'isp:starlink', systems: [14593] },
]

/** How sure it is that an address of such a system is of the kind: basis `asn`, 40–80. */
export const KIND_CONFIDENCE: Readonly<Record<SystemKind, number>> = {
  isp: 60,
  mobile: 60,
  hosting: 70,
  cdn: 60,
  education: 80,
  government: 80,
  business: 60,
}

/** How sure it is that an address of such a system is of its provider; the provider’s own list decides where it is loaded. */
export const PROVIDER_CONFIDENCE = 55

const NAMES: readonly (readonly [SystemKind, RegExp])[] = [
  ['education', /\b(universit|univ\b|college|school|academ|education)/i],
  ['government', /\b(ministry|government|department of|army|navy|defen[cs]e)\b/i],
  ['mobile', /\b(mobile|wireless|cellular|gsm)\b/i],
  ['hosting', /\b(hosting|host|cloud|server|servers|datacenter|data cent(er|re)|vps|colo)\b/i],
  ['isp', /\b(telecom|telekom|telecommunications?|broadband|cable|internet service|fiber|fibre|isp)\b/i],
]

/** The kind that the name of a holder suggests, for systems the table does not know; undefined where it suggests none. */
export function guessKind(organization: string): SystemKind | undefined {
  return NAMES.find(([, pattern]) => pattern.test(organization))?.[0]
}
