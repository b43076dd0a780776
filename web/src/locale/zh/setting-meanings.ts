const LEVELS = { free: '免费', member: '会员', enterprise: '企业' } as const

/** What each setting does, in Chinese. */
export const settings: Readonly<Record<string, string>> = {
  data: '存放记录、账户和结果文件的目录，不存在时自动创建',
  demo: '首次在空数据目录启动时是否加载演示数据',
  'state.url': '账户、点数、任务和审计的数据库；留空则使用数据目录中的 SQLite',
  'store.url':
    '存放记录的 ClickHouse 服务器；集群则列出全部服务器，以逗号分隔；留空则使用数据目录中的进程内引擎',
  'store.cluster': '`store.url` 各服务器配置中的集群名称；单台服务器留空',
  'http.host': '监听的地址',
  'http.port': '监听的端口；0 表示任意空闲端口',
  'http.baseUrl': '服务器的公开网址，用于对外给出的网址；留空则使用每次请求的网址',
  'openid.issuer':
    '用于登录页面的 OpenID 提供方；其重定向地址为 `http.baseUrl` 下的 `/sign-in/openid`；留空则不提供',
  'openid.clientId': '本服务器在提供方处的客户端名称',
  'openid.clientSecret': '本服务器在提供方处的客户端密钥；公共客户端留空',
  'openid.name': '提供方在页面上显示的名称；留空则显示其主机名',
  'openid.domains': '可以通过提供方登录的邮箱域名；留空则不限制',
  'openid.newAccounts': '首次登录所创建账户的等级；`none` 表示不创建账户',
  'http.hosts': '浏览器还可以用来打开页面的名称；`http.baseUrl` 的名称、`localhost` 和 IP 地址始终可用',
  'http.trustProxy': '信任其转发头的代理',
  'http.errorStatus': '文档所列失败的状态码：`body` 返回 200 并在正文中给出错误，`standard` 返回 400 至 422',
  'http.bodyLimit': 'URL 编码请求正文的最大长度',
  'http.connections': '同时打开的连接数，超出的会被关闭。未认证的请求最多占用 64 KiB 内存',
  'http.connectionsPerAddress':
    '单个地址（IPv6 为一个 /64 网段）同时打开的连接数；`http.trustProxy` 中的代理不受此限',
  'http.bodyMemory': '所有进行中请求的正文可用的内存，超出的请求返回 503。单个调用方最多占八分之一',
  'http.answerLimit': '一次搜索返回内容的最大长度',
  'http.answerMemory':
    '所有正在发送的返回内容可用的内存；用完后，中断占用最多的账户的返回内容，或对超出的请求返回 503',
  'http.requestTimeout': '接收一个请求的最长时间',
  'http.graceTime': '关闭时等待进行中请求完成的最长时间',
  'http.metrics': '谁可以读取 `/metrics`：本机、所有人或无人',
  'search.resultWindow': '一次搜索的页码 × 每页条数的上限；等级另有上限时以等级为准',
  'search.timeLimit': '单个查询在引擎中的最长运行时间',
  'search.memoryLimit': '单个查询可用的引擎内存',
  'store.memoryLimit': '进程内引擎的所有查询和缓存可用的内存',
  'search.concurrency': '同时运行的搜索数，其余排队',
  'search.queue': '可排队的搜索数，超出的返回 503',
  'search.queueTime': '搜索排队的最长时间，超时返回 503；应长于 `search.timeLimit`',
  ...levelSettings(),
  'import.bodyLimit': '每条记录保存的正文最大长度，超出的会被截断并标明',
  'import.rules': '除来源给出的产品外，是否用规则识别导入记录中的产品',
  'import.threads':
    '读取并富化一次大型导入的线程数，每个约占 300 MiB 内存；0 表示自动：等于处理器数，服务器为一半，最多 4',
  'import.lineLimit': '导入时单行、单个 JSON 值或 XML 元素的最大长度，超出的不导入',
  'import.maxExpansion': '文件解压后与压缩大小之比的上限，达到后停止读取',
  'import.maxUnpacked': '文件的各部分需要解包时，单个文件可占用的临时目录空间',
  'import.rejectsLimit': '一次导入中无法导入的行的文件上限，超出的行只计数',
  'import.uploadLimit': '`POST /api/v1/import` 的最大文件',
  'import.screenshots': '导入的截图可占用的空间，超出的不保存；0 表示不保存截图',
  'import.reportExpiry': '上传文件的报告及无法导入的行保留多久',
  'backup.recipients': '`periplus backup` 默认用来加密备份的公钥；留空则备份不加密',
  readOnly:
    '此进程是否拒绝一切对记录的更改；搜索、导出和打标签不受影响；`periplus read-only` 可对所有进程切换',
  'retention.default': '`retention.sources` 未另行规定时，记录自最后发现起保留多久；0 s 表示永久保留',
  'retention.sources': '按带来记录的工具规定保留时间，如 `nmap=90 d,shodan=0 s`；多个工具的记录取最长者',
  'derive.rate': '升级后有更多内容可推导时，后台每秒重新推导的记录数；0 表示等待 `periplus derive` 启动',
  'export.concurrency': '单个服务器进程同时写出的导出数，其余排队',
  'export.linkExpiry': '导出文件下载网址的有效时间',
  'export.keep': '每个账户保留的已完成导出数，新的会替换最旧的',
  'export.quota': '一个账户的全部导出可占用的空间',
  'export.diskReserve': '导出必须为磁盘留出的空间，不足时等待',
  'tag.dailyLimit': '一个账户每个 UTC 日可打标签的行数',
  'tag.linkExpiry': '标签结果下载网址的有效时间',
  'tag.uploadLimit': '地址列表的最大上传大小，超出的返回 413',
  'tag.concurrency': '一台服务器上所有账户同时运行的标签任务数，其余排队',
  'tag.results': '标签结果的目录；共用一个 PostgreSQL 的多台服务器共享该目录',
  'feed.interval': '多久重新获取有网址的情报源；0 s 表示仅在要求时获取',
  'feed.sizeLimit': '单个情报源文件的最大大小',
  'feed.timeLimit': '获取单个情报源的最长时间',
  'mcp.http': '`/mcp` 是否响应携带账户密钥的模型（Model Context Protocol）',
  'mcp.rows': '模型一次搜索最多返回的记录数',
  'mcp.valueLength': '返回给模型的单个值的最大字符数，超出的截断',
  'mcp.answerLength': '返回给模型的一次内容的最大字符数，超出的截断并说明',
  'mcp.addresses': '模型一次调用可打标签的地址数',
  'account.registration': '谁可以在页面上注册：无人、受邀者或所有人',
  'account.registrationLevel': '未经邀请注册的账户的等级',
  'account.registrationCoins': '未经邀请注册的账户的点数',
  'account.sessionIdle': '页面会话未使用时的有效时间',
  'account.sessionLength': '页面会话的最长时间',
  'account.linkExpiry': '设置密码的一次性链接的有效时间',
  'account.invitationExpiry': '邀请的有效时间',
  'account.keyAdministration': '管理员是否可以用密钥进行管理；在页面上始终可以',
  'audit.retention': '审计事件保留多久',
  'usage.retention': '账户每日用量保留多久',
  secret:
    '加密 API 密钥的密文；共用一个 PostgreSQL 的多台服务器使用同一个；留空则使用数据目录中的文件 `secret`',
  server: '`search`、`export`、`import`、`tag` 和 `mcp` 所用的另一台机器上的服务器',
  email: '在该服务器上的账户',
  key: '该账户的密钥',
  'log.level': '记录日志的最低级别；`auto` 在终端上为 `warn`，否则为 `info`',
}

function levelSettings(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(LEVELS).flatMap(([level, name]) => [
      [`level.${level}.price`, `${name}等级的账户每次调用消耗的点数`],
      [`level.${level}.rate`, `${name}等级的账户在每个服务器进程中每分钟可调用的次数；0 表示不限`],
      [
        `level.${level}.resultWindow`,
        `${name}等级的账户可达到的页码 × 每页条数；0 表示采用 \`search.resultWindow\``,
      ],
    ]),
  )
}

/** Ends of sentences about allowed values, with the Chinese ones. */
const PHRASES = [
  [/^a whole number from (.+) to (.+)$/, '整数，$1 至 $2'],
  [/^a size from (.+) to (.+) \(units (.+)\)$/, '大小，$1 至 $2（单位 $3）'],
  [/^a time from (.+) to (.+) \(units (.+)\)$/, '时长，$1 至 $2（单位 $3）'],
  [/^names with a time each, such as (`[^`]+`); .*$/, '名称及各自的时长，如 $1'],
  [/^a path$/, '路径'],
  [/^an e-mail address$/, '邮箱地址'],
  [/^an address or name to listen on$/, '监听的地址或名称'],
  [/^comma-separated host names$/, '主机名，以逗号分隔'],
  [/^comma-separated addresses or CIDRs$/, '地址或 CIDR 网段，以逗号分隔'],
  [/^public keys of age \((.+)\), separated by commas$/, 'age 公钥（$1），以逗号分隔'],
  [/^a directory, or empty for (.+) in the data directory$/, '目录；留空则为数据目录中的 $1'],
  [/^a name of letters, digits and `_`, or empty$/, '由字母、数字和 `_` 组成的名称，或留空'],
  [/^an address (`postgres[^`]+`), or empty.*$/, '网址 $1；留空则为数据目录中的 SQLite'],
  [/^an address (`http\(s\)[^`]+`), .*$/, '网址 $1，多个主机以逗号分隔；留空则为进程内引擎'],
  [/^an address (`http:[^`]+`) or (`https:[^`]+`) .*$/, '网址 $1 或 $2，不含查询参数和末尾斜杠；或留空'],
  [/^at least (\d+) characters, or empty.*$/, '至少 $1 个字符；留空则使用数据目录中的文件 `secret`'],
  [/^32 lower-case hexadecimal characters$/, '32 个小写十六进制字符'],
] as const

/** Which values a setting allows, in Chinese. */
export function allowedInChinese(text: string): string {
  const [pattern, chinese] = PHRASES.find(([one]) => one.test(text)) ?? []
  if (pattern !== undefined && chinese !== undefined)
    return text.replace(pattern, chinese).replaceAll(', ', '、')
  return text.replaceAll(' or ', ' 或 ')
}
