/** What the API reference says about the account, exports, tagging and imports, in Chinese, by the English sentence. */
export const account: Readonly<Record<string, string>> = {
  'Coins left; the same as `coins`.': '剩余点数；与 `coins` 相同。',
  'Whether the level is not free.': '等级是否高于免费。',
  'Level as a number: free 0, member 2, enterprise 5.': '数字形式的等级：free 0、member 2、enterprise 5。',
  'Calls left; 1000000000 where calls are free.': '剩余调用次数；调用免费时为 1000000000。',
  'Records left; 1000000000 at most.': '剩余记录数；最多 1000000000。',
  'Coins left.': '剩余点数。',
  'Lines the account may have tagged per UTC day.': '账户每个 UTC 日可打标签的行数。',
  'Lines used of this UTC day.': '当前 UTC 日已用的行数。',
  'Task that has not ended yet.': '尚未结束的任务。',
  'Bound of page × size.': '页码 × 每页条数的上限。',
  'Coins a call costs.': '每次调用消耗的点数。',
  'When the account was created, `YYYY-MM-DD HH:MM:SS` in UTC.': '账户创建时间，`YYYY-MM-DD HH:MM:SS`，UTC。',
  'Every record that matches, of any depth, becomes one file. One export of an account runs at a time; the same call again answers with the one that runs.':
    '匹配的全部记录（不限深度）写入一个文件。每个账户同时只运行一个导出；重复同一调用返回正在运行的导出。',
  'Format of the file.': '文件格式。',
  'Whether a CSV file begins with a byte order mark, as some spreadsheets want it.':
    'CSV 文件是否以字节顺序标记（BOM）开头，部分电子表格软件需要。',
  'Number of the export; other accounts’ numbers do not exist.': '导出的编号；其他账户的编号视为不存在。',
  'Goes from `init` over `running` to `success` or `failure`, and never back.':
    '由 `init` 经 `running` 到 `success` 或 `failure`，不会倒退。',
  'Never falls; 100 exactly with `success`.': '不会下降；仅在 `success` 时为 100。',
  'Matches when it was asked for.': '提交时的匹配数。',
  'Rows in the file, with success.': '文件中的行数（成功时）。',
  'Length of the file, with success.': '文件长度（成功时）。',
  'Coins: one price for each started 10000 rows. Reserved until success, released by a failure.':
    '点数：每满或不足 10000 行计一次价格。成功前为预留，失败时退回。',
  'When it was asked for, `YYYY-MM-DD HH:MM:SS` in UTC.': '提交时间，`YYYY-MM-DD HH:MM:SS`，UTC。',
  'Address of the file, with success until it expires. Needs no credentials; takes `Range`, so that a broken download can be resumed.':
    '文件的下载网址，成功后至到期前有效。无需凭据；支持 `Range`，可断点续传。',
  'When the address expires, UTC.': '下载网址的到期时间，UTC。',
  'Why it failed; before the end, what it waits for.': '失败原因；结束前为所等待的条件。',
  'The latest 100, newest first.': '最近 100 个，最新的在前。',
  'The id that the export was started with.': '开始导出时返回的编号。',
  'The address in `download_url`; needs no credentials. A range of bytes may be asked for, so that a broken download can be resumed.':
    '`download_url` 中的网址；无需凭据。可请求字节范围，以便断点续传。',
  'Name of the file.': '文件名。',
  'A multipart/form-data body with one part `file`: a .txt file of at most 10000 lines, one IP address each. Blank lines and lines that begin with # do not count.':
    'multipart/form-data 请求正文，含一个名为 `file` 的部分：最多 10000 行的 .txt 文件，每行一个 IP 地址。空行和以 # 开头的行不计。',
  'Number of the created task.': '所创建任务的编号。',
  'Number of the task.': '任务编号。',
  'Where the result is, with `success` only. Needs no credentials: whoever has the address has the result, until it expires. `&format=` chooses json, ndjson, csv or txt.':
    '结果的下载网址，仅在 `success` 时给出。无需凭据：到期之前，持有网址者即可取得结果。`&format=` 可选 json、ndjson、csv 或 txt。',
  'Why the task failed; its lines were given back.': '任务失败的原因；其行数已退还。',
  'What an unfinished task waits for, as the sources of tags after a start.':
    '未完成的任务所等待的条件，例如启动后等待标签来源。',
  'The address in `download_url`; needs no credentials.': '`download_url` 中的网址；无需凭据。',
  'Name of the result.': '结果文件名。',
  'Comma-separated columns of CSV, in any order. All by default.':
    'CSV 的列，以逗号分隔，顺序不限。默认全部。',
  'Addresses with at least one tag.': '至少有一个标签的地址数。',
  'Most frequent first.': '最常见的在前。',
  'One entry per processed line, in the order of the file.': '每个已处理的行一项，顺序同文件。',
  'Counts as one line of the day.': '计为当日的一行。',
  'An IPv4 or IPv6 address.': 'IPv4 或 IPv6 地址。',
  'The canonical spelling.': '规范写法。',
  'Whether there is a record of the address.': '是否有该地址的记录。',
  'The announced range, `first-last`.': 'BGP 宣告网段，`first-last`。',
  'The announced range in words, such as `a /16 of a hosting company`.':
    '宣告网段的文字说明，例如 `a /16 of a hosting company`。',
  'Where to report abuse, by the narrowest network of a loaded registry file.':
    '滥用举报联系方式，取自已加载的注册机构文件中最小的网段。',
  'Whose cloud it is in.': '所属的云服务商。',
  'Whose delivery network it is in.': '所属的 CDN。',
  'Whether it is in a network of servers.': '是否位于服务器网络中。',
  'Whether it hides who calls.': '是否隐藏访问者。',
  'Whose known scanner it is.': '属于哪个已知扫描器。',
  'Whether it looks like a honeypot, and why.': '是否疑似蜜罐及其依据。',
  'Lists that name it.': '列出该地址的名单。',
  'Whose VPN or relay it is, where a source names the operator.': '所属 VPN 或中继的运营方（来源给出时）。',
  'Which well-known service calls or answers from it; null says nothing.':
    '从该地址访问或响应的知名服务；null 不表示任何结论。',
  'The cause of every question that is null (`anonymity.vpn`), and of list hits that were withheld (`activity.lists`).':
    '每个为 null 的问题的原因（`anonymity.vpn`），以及未采用的名单命中（`activity.lists`）。',
  'The source of every question that is false (`anonymity.tor_exit`), by its name in `sources`: a fresh list of all such addresses without this one, or an administrator’s list that forbids the tag.':
    '每个为 false 的问题的依据来源（`anonymity.tor_exit`），以 `sources` 中的名称给出：未过期且不含该地址的完整名单，或禁止该标签的管理员名单。',
  'Names that have the address, a handful of them.': '指向该地址的名称，少量列出。',
  'Names that reverse DNS gives the address, as scans state them.': '反向 DNS 给出的名称，取自扫描结果。',
  'A name in `sources`, or `records` for what was observed.':
    '`sources` 中的名称；由观测得出时为 `records`。',
  'What the tag rests on, strongest first.': '标签的依据，最强的在前。',
  'The range, address or system (`AS16509`) of the source that matched.':
    '命中的来源网段、地址或 AS（`AS16509`）。',
  'At the time of the result; tags hold what reaches 50.': '生成结果时的可信度；达到 50 的成为标签。',
  '`YYYY-MM-DD`, or null where a source states no date and needs none.':
    '`YYYY-MM-DD`；来源未给出日期且无需日期时为 null。',
  'What the source says of its own date; null where it says nothing.':
    '来源自己声明的日期；未声明时为 null。',
  '`YYYY-MM-DDTHH:MM:SSZ`; null for what is built in.': '`YYYY-MM-DDTHH:MM:SSZ`；内置数据为 null。',
  'Days since `stated_at`, else since `retrieved_at`.':
    '自 `stated_at` 起的天数，没有时自 `retrieved_at` 起。',
  'What lowered or explains the row: stale, shared address, lost a conflict, …':
    '降低或说明该行的原因：过时、共享地址、冲突中未被采用……',
  '`cloud`, `cdn`, `network.as_type`, `geo.country`, or the forbidden tag.':
    '`cloud`、`cdn`、`network.as_type`、`geo.country`，或被禁止的标签。',
  'The value that holds; `unknown` where none does.': '采用的值；都不采用时为 `unknown`。',
  'Since and until when feeds gave each tag, held now or not, as far back as their versions are kept.':
    '各情报源给出每个标签的起止时间，无论现在是否有效，以其保留的版本为限。',
  '`YYYY-MM-DD`.': '`YYYY-MM-DD`。',
  'One row per namespace of tags.': '每个标签命名空间一行。',
  'Whether the name is used alone, always with a value after a colon, or both (then `name:value` brings `name` along).':
    '名称单独使用、始终带冒号和值，还是两者皆可（此时 `name:value` 同时带来 `name`）。',
  'Decides how fast it ages.': '决定其失效的快慢。',
  'Tags that hold wherever this one does.': '该标签成立时同时成立的标签。',
  'For administrators. The body is one file of any format and compression, as it is or as the part `file` of a form whose other parts come before it. The same file again changes nothing. One import of an account runs at a time.':
    '仅限管理员。请求正文为一个文件，格式和压缩方式不限，可直接发送，也可作为表单的 `file` 部分（其他部分须在其之前）。重复导入同一文件不改变任何内容。每个账户同时只运行一个导入。',
  'Name of the file, for notes and rejects; `upload` where it is not given.':
    '文件名，用于说明和未导入的行；未给出时为 `upload`。',
  'Name of the format; detected if not given.': '格式名称；未给出时自动识别。',
  'Port of records whose source names none.': '来源未给出端口时所用的端口。',
  'Names of the columns, for sources that do not name them.': '各列的名称，用于未给出列名的来源。',
  'Time of records without one, UTC, such as `2026-03-01 18:00`.':
    '没有时间的记录所用的时间，UTC，例如 `2026-03-01 18:00`。',
  'When the file was last changed: the time of records without one where `time` is not given. Default: when it was first sent.':
    '文件最后修改时间：未给出 `time` 时，用作没有时间的记录的时间。默认为首次发送的时间。',
  'Number of the import; other accounts’ numbers do not exist.': '导入的编号；其他账户的编号视为不存在。',
  'Its id in the list of imports; the query `import=="ID"` finds its records.':
    '在导入列表中的编号；查询 `import=="ID"` 可找到其记录。',
  'Length of the file.': '文件长度。',
  'Inputs read: the file, or those inside it.': '已读取的输入：文件本身，或其中包含的文件。',
  'Inputs of no known format; the notes say why.': '格式未知的输入；原因见说明。',
  'Readings that became records.': '成为记录的观测数。',
  'Records that were new.': '新增的记录。',
  'Records whose content changed.': '内容有变化的记录。',
  'Records that were only seen again.': '仅再次观测到的记录。',
  'Records that stayed as they were.': '保持不变的记录。',
  'Skipped because they are not services: closed ports, requests, ping answers.':
    '因不是服务而跳过：已关闭的端口、请求、ping 响应。',
  'Records that rules of exclusion keep out; the notes say by which kind of rule.':
    '被排除规则拦下的记录；具体规则类型见说明。',
  'Lines that could not be read; `import/{id}/rejects` has them with the reasons.':
    '无法导入的行；原因见 `import/{id}/rejects`。',
  'Those of `rejects` that are a value alone: the record of the line was imported without it.':
    '`rejects` 中仅涉及单个值的部分：该行的记录已导入，只是缺少此值。',
  'The same by format.': '按格式分列的同样数字。',
  'When it was sent, `YYYY-MM-DD HH:MM:SS` in UTC.': '发送时间，`YYYY-MM-DD HH:MM:SS`，UTC。',
  'For administrators. The body is JSON lines of the tool; its records are searchable when the call is answered, and all parts are one import. Takes the key in `X-Api-Key`.':
    '仅限管理员。请求正文为工具输出的 JSON 行；调用返回后即可搜索其记录，各部分共同构成一个导入任务。密钥放在 `X-Api-Key` 中。',
  'What the user calls the scan, for the list of imports.': '用户为扫描起的名称，用于导入列表。',
  'Names the scan in calls that append to it.': '追加内容的调用以此指明扫描。',
  'What was imported.': '已导入的内容。',
  '`success`.': '`success`。',
  'The id that the first part was answered with.': '首个部分返回的编号。',
  'The id that the import was started with.': '开始导入时返回的编号。',
  'One JSON object per line with file, line, reason and text; repaired, it can be imported again.':
    '每行一个 JSON 对象，含文件、行号、原因和文本；修正后可重新导入。',
  'Only this action, such as `key.rotate`.': '仅列出该操作，例如 `key.rotate`。',
  'The `next` of the page before.': '前一页的 `next`。',
  'Entries of a page.': '每页条数。',
  'When, `YYYY-MM-DD HH:MM:SS` in UTC.': '时间，`YYYY-MM-DD HH:MM:SS`，UTC。',
  'E-mail of who did it; `operator` for commands.': '操作者的邮箱；命令执行的为 `operator`。',
  'E-mail of the account it was done to; empty where there is none.': '操作对象账户的邮箱；没有时为空。',
  'Where the request came from; null for commands.': '请求的来源 IP；命令执行的为 null。',
  'Figures and names that explain it.': '说明该操作的数字和名称。',
  'Continues the list; null at its end.': '用于继续读取列表；到末尾时为 null。',
  'Every account has a first key. Keys are created and rotated on the page, with the password, and by `periplus account key`.':
    '每个账户都有一个初始密钥。其他密钥在页面上凭密码创建和更换，或使用 `periplus account key`。',
  'Its number within the service; 0 for the first key.': '在服务中的编号；初始密钥为 0。',
  'The first characters of the key.': '密钥的开头几个字符。',
  'The spelling of the API for programs with this key.': '使用此密钥的程序所用的 API 写法。',
  'What it may be used for.': '可用于哪些操作。',
  'Where it may be used from; empty for anywhere.': '可从哪些网段使用；为空时不限。',
  'Calls per minute; 0 for no limit of its own.': '每分钟调用次数；0 表示没有单独限制。',
  'When it stops working; null for never.': '失效时间；永不失效时为 null。',
  'When it was created, `YYYY-MM-DD HH:MM:SS` in UTC.': '创建时间，`YYYY-MM-DD HH:MM:SS`，UTC。',
  'When it was used last, to a minute; null for never.': '最后使用时间，精确到分钟；从未使用时为 null。',
  'The address of its last use.': '最后一次使用的来源 IP。',
  'The first key cannot be revoked.': '初始密钥不能吊销。',
  'Number of the key.': '密钥编号。',
  'The level that counts now.': '当前生效的等级。',
  'The last second of the level; null where it does not end.': '等级的最后一秒；没有期限时为 null。',
  'Who may administer.': '谁可以管理。',
  'The spelling of the API.': 'API 写法。',
  'Coins left, those that running calls reserve included.': '剩余点数，包括正在进行的调用所预留的。',
  'Whether the owner can sign in on the page.': '所有者能否登录页面。',
  'The usage rules that were accepted.': '已接受的使用规则。',
}
