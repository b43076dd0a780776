import { inChinese, type Phrase, phraseFor } from '../../../../src/error/index.ts'

/** What checks of the server and reports of imports say, by their English form; `{}` is a placeholder. */
const PHRASES: readonly Phrase[] = [
  ['disk', '磁盘'],
  ['memory', '内存'],
  ['threads', '线程'],
  ['files', '文件'],
  ['clock', '时钟'],
  ['feeds', '情报源'],
  ['records', '记录'],
  ['read-only', '只读'],
  ['{} free of {}', '共 {2}，剩余 {1}'],
  ['up to {} of {}', '最多使用 {1}，可用 {2}'],
  ['{} threads for {} connections of the engine', '{1} 个线程，引擎有 {2} 个连接'],
  ['{} files may be open', '最多可打开 {} 个文件'],
  ['{} files may still be made', '还可创建 {} 个文件'],
  ['none beside those built in', '仅有内置情报源'],
  ['{}, all fresh', '共 {} 个，均为最新'],
  ['{} is stale', '{} 已过时'],
  ['{} is expired', '{} 已过期'],
  ['{}; the version of {} is in use', '{1}；正在使用 {2} 的版本'],
  ['ran {} ms apart from itself', '走时偏差 {} 毫秒'],
  ['{} UTC, but the data directory was written at {}', '{1} UTC，但数据目录写入于 {2}'],
  ['records are read-only {}', '记录为只读：{}'],
  ['jobs that change records wait meanwhile', '期间，更改记录的任务会等待'],
  ['free space, or move the data directory to a larger disk', '请释放空间，或将数据目录移至更大的磁盘'],
  ['remove files that are not needed', '请删除不需要的文件'],
  [
    'lower store.memoryLimit and http.answerMemory, or give the machine more',
    '请调低 store.memoryLimit 和 http.answerMemory，或增加内存',
  ],
  [
    'start with bin/periplus, or with UV_THREADPOOL_SIZE={} in the environment',
    '请用 bin/periplus 启动，或设置环境变量 UV_THREADPOOL_SIZE={}',
  ],
  [
    'raise the limit to 65536: LimitNOFILE in the unit, `ulimit -n` in a shell',
    '请将上限提高到 65536：单元文件中的 LimitNOFILE，或 shell 中的 `ulimit -n`',
  ],
  [
    'keep the clock by NTP, for instance with `timedatectl set-ntp true`',
    '请用 NTP 校时，例如 `timedatectl set-ntp true`',
  ],
  ['periplus feed update {}, or remove it', 'periplus feed update {}，或将其删除'],
  ['not JSON: {}', '不是 JSON：{}'],
  ['{}: {}; the record is kept without it', '{1}：{2}；记录已导入，但不含该值'],
  ['no JSON object', '不是 JSON 对象'],
  ['the entry is not a JSON object', '该条目不是 JSON 对象'],
  ['no usable `host` or `ip`: a record needs one of them', '没有可用的 `host` 或 `ip`：记录需要其中之一'],
  [
    'no `port`: add the field, or give one for all with --port',
    '没有 `port`：请添加该字段，或为所有行指定端口',
  ],
  ['no address', '没有地址'],
  ['host without a port', '主机没有端口'],
  ['host without a listed port', '主机没有列出端口'],
  ['a port without a host', '端口没有主机'],
  ['a row without a host', '该行没有主机'],
  ['a result without a host or a port', '结果没有主机或端口'],
  ['the host has neither an address nor a name', '主机既没有地址也没有名称'],
  ['the port is not between 1 and 65535', '端口不在 1 到 65535 之间'],
  ['no response follows the request', '请求之后没有响应'],
  ['the record does not begin with an HTTP status line', '记录不以 HTTP 状态行开头'],
]

/** A sentence of the server in Chinese: a report, or a failure. */
export function sentenceInChinese(sentence: string): string {
  return phraseFor(sentence, PHRASES) ?? inChinese(sentence)
}
