/** What the API reference says about the search, hosts, lists and saved searches, in Chinese, by the English sentence. */
export const search: Readonly<Record<string, string>> = {
  'Returns one page of the records that match a query, newest first.': '返回匹配查询的一页记录，最新的在前。',
  'E-mail address of the account; compared without case. Not needed for accounts of dialect live.':
    '账户的邮箱，不区分大小写。live 方言的账户无需提供。',
  'The 32-character key shown in the member’s profile.': '成员个人资料中显示的 32 位密钥。',
  'The query text encoded as base64: standard or URL-safe alphabet, padding optional.':
    'base64 编码的查询文本：标准或 URL 安全字母表均可，可省略填充。',
  'Number of the page; page × size may not exceed the result window of the account.':
    '页码；页码 × 每页条数不得超过账户的结果窗口。',
  'Records per page; 100 or fewer are advised when body is requested.':
    '每页记录数；请求 body 时建议不超过 100。',
  'Whether records last seen more than one year ago are searched too.':
    '是否也搜索最后发现时间早于一年前的记录。',
  'Coins this call cost.': '本次调用消耗的点数。',
  'Coins a call costs that returns records.': '返回记录的调用所需的点数。',
  'Number of results returned; for accounts of dialect live, the number of matches.':
    '返回的结果数；live 方言的账户得到的是匹配总数。',
  'Number of all matches.': '全部匹配数。',
  'Always empty.': '始终为空。',
  'Number of this page.': '本页页码。',
  '`normal` for a query of plain words, `extended` for one with field conditions.':
    '纯文字查询为 `normal`，含字段条件的查询为 `extended`。',
  'The query text as it was received.': '收到的查询文本。',
  'One entry per record: its values as texts, in the order of `fields`. For accounts of dialect live that ask for exactly one field, the value itself.':
    '每条记录一项：各字段的文本值，顺序同 `fields`。live 方言的账户只请求一个字段时，直接为该值。',
  'Like `search/all`, to any depth: each page names the next one. Records keep the place they had when the first page was read, so none that is there throughout comes twice or is left out while others are added and replaced. A reading may take up to 24 hours.':
    '与 `search/all` 相同，但不限深度：每一页给出下一页的标识。记录保持读取第一页时的位置，因此在增加和替换记录期间，始终存在的记录既不会重复也不会遗漏。一次读取最长可持续 24 小时。',
  'The `next` of the page before, with the same query and `full`; absent for the first page.':
    '前一页的 `next`，查询和 `full` 须与之相同；第一页不带此参数。',
  'Number of all matches when the first page was read.': '读取第一页时的全部匹配数。',
  'What the next page is asked for with: another text on every page, and empty beside an empty page alone.':
    '请求下一页时使用的标识：每页不同，仅在空页时为空。',
  'Counts exactly, in one pass over the matches. Costs nothing.': '一次遍历匹配结果，精确计数。不消耗点数。',
  'Values of each field.': '每个字段返回的取值个数。',
  'Always 0.': '始终为 0。',
  'Numbers of different values by field: `ip`, `title` and every field asked for.':
    '各字段不同取值的个数：`ip`、`title` 以及请求的每个字段。',
  'The most frequent values by field, as it was spelled; countries are under `countries`, with their codes and regions.':
    '各字段最常见的取值，按原样拼写；国家/地区位于 `countries` 下，带有代码和下级区域。',
  'The hour in which the newest match was last seen, `YYYY-MM-DD HH:00:00` in UTC.':
    '最新匹配的最后发现时间所在的小时，`YYYY-MM-DD HH:00:00`，UTC。',
  'Counts each condition alone and together with those before it, suggests values that exist near to those that do not, and counts older matches. Costs nothing.':
    '分别统计每个条件单独的结果数，以及与之前各条件同时成立的结果数；对没有结果的值给出相近的值，并统计更早的匹配。不消耗点数。',
  'Matches that were last seen more than one year ago and not searched; null where all records are searched.':
    '最后发现时间早于一年前、因而未被搜索的匹配数；搜索全部记录时为 null。',
  'The conditions that must all hold, in the order of the query, at most 12.':
    '必须全部成立的条件，按查询中的顺序，最多 12 个。',
  'The condition as the query is read.': '解析后的条件。',
  'Records that it finds alone.': '单独使用该条件时的记录数。',
  'Records that it finds together with the conditions before it.': '与之前各条件同时成立时的记录数。',
  'Without matches: similar conditions that have some.': '没有匹配时：有结果的相近条件。',
  'A condition to ask instead.': '可改用的条件。',
  'Records that it finds.': '该条件的记录数。',
  'Where it finds nothing: `unpublished_hash` (other services make this hash in an unpublished way), `literal_wildcard` (`*` and `?` are characters like others after `=`), `literal_comma` (a comma makes no list in this field), `unused_code` (no country has this code), `english_place` (names of places are stored in English).':
    '没有结果的可能原因：`unpublished_hash`（其他服务的该哈希算法未公开）、`literal_wildcard`（`=` 之后的 `*` 和 `?` 是普通字符）、`literal_comma`（该字段中逗号不表示列表）、`unused_code`（没有国家/地区使用此代码）、`english_place`（地名以英文存储）。',
  'Conditions beyond those.': '未列出的其余条件数。',
  'Sums up the newest 10000 records of an address, or of a name and the names below it, however old they are. Costs nothing.':
    '汇总一个地址或一个名称（含其下级名称）最新的 10000 条记录，不论时间。不消耗点数。',
  'Whether ports are listed one by one, with their products.': '是否逐个列出端口及其产品。',
  'An address or a name; of a name also the names below it.': '地址或名称；名称包含其下级名称。',
  'The address or name in canonical spelling.': '规范写法的地址或名称。',
  'The address; of a name the one it was last seen at.': '地址；对于名称，为其最后出现的地址。',
  'Number of the autonomous system; 0 when unknown.': 'AS 号；未知时为 0。',
  'Organisation that holds it.': '持有该 AS 的组织。',
  'Categories of products.': '产品分类。',
  'Registrable domains.': '可注册域名。',
  'When it was last seen, `YYYY-MM-DD HH:MM:SS` in UTC.': '最后发现时间，`YYYY-MM-DD HH:MM:SS`，UTC。',
  'Costs no coins. Without `base_protocol` `host` is an address or a name, and the newest 100 records are described; with it the one record whose `host` this is.':
    '不消耗点数。不带 `base_protocol` 时，`host` 为地址或名称，返回最新的 100 条记录；带有时，返回 `host` 与之相同的那一条记录。',
  'An address or a name, or the `host` of a record.': '地址、名称，或记录的 `host`。',
  'The transport of one record.': '某条记录的传输层协议。',
  'The address of that record, where it is known.': '该记录的地址（已知时）。',
  'The last imports that observed it, newest first.': '最近观测到它的导入任务，最新的在前。',
  'The id of the import.': '导入任务的编号。',
  'When it first observed the record, `YYYY-MM-DD HH:MM:SS` in UTC.':
    '首次观测到该记录的时间，`YYYY-MM-DD HH:MM:SS`，UTC。',
  'When it last observed the record, `YYYY-MM-DD HH:MM:SS` in UTC.':
    '最后观测到该记录的时间，`YYYY-MM-DD HH:MM:SS`，UTC。',
  'When it started; null where the list of imports no longer has it.':
    '开始时间；导入列表中已不存在时为 null。',
  'Its files, the first ones of many; the record is from one of them. Administrators see whole paths.':
    '其文件；文件较多时只列出前几个，记录来自其中之一。管理员可看到完整路径。',
  'Number of its files.': '文件数。',
  'The tools that wrote the files, where they are known.': '生成这些文件的工具（已知时）。',
  'Who made it; for administrators only.': '执行导入的账户；仅管理员可见。',
  'Compares icon, certificate, keys, hashes of body, header and banner, JARM, hassh, scripts, title and canonical name of the newest 100 records. Costs no coins. Without `base_protocol` `host` is an address or a name; with it the one record whose `host` this is.':
    '比较最新 100 条记录的图标、证书、密钥、正文、响应头和 Banner 的哈希、JARM、hassh、脚本、标题和 CNAME。不消耗点数。不带 `base_protocol` 时，`host` 为地址或名称；带有时，为 `host` 与之相同的那一条记录。',
  'Canonical spelling, or the `host` of the record.': '规范写法，或记录的 `host`。',
  'Rarest first; values that no other host has come last.': '最罕见的在前；其他主机都没有的值排在最后。',
  'Name of the search field.': '搜索字段的名称。',
  'The condition that finds every record with this value.': '可找到具有该值的全部记录的条件。',
  'Number of hosts that have it; of a pivot other hosts.': '具有该值的主机数；对共有特征而言，为其他主机数。',
  'Number of their records.': '这些主机的记录数。',
  'Whether counting ended at 1,000 records: the value is not rare, and `hosts` and `records` are the least numbers.':
    '是否计到 1,000 条记录即停止：该值并不罕见，`hosts` 和 `records` 为下限。',
  'The most similar first.': '最相似的在前。',
  'Address or name.': '地址或名称。',
  'The rare values that both have, rarest first.': '两者共有的罕见值，最罕见的在前。',
  'The same in words.': '同样内容的文字说明。',
  'The body is the icon as the site sends it, at most 1 MiB. Its hash is the one that records and search engines state: signed 32-bit MurmurHash3 of the base64 text. Records of which only the MD5 of the icon is known are found, too. The body may also be the MD5 in 32 hexadecimal digits. Costs no coins.':
    '请求正文为站点提供的图标文件，最大 1 MiB。其哈希与记录和各搜索引擎给出的一致：base64 文本的有符号 32 位 MurmurHash3。只给出图标 MD5 的记录也会被找到。请求正文也可以是 32 位十六进制的 MD5。不消耗点数。',
  'Compares products and findings of the newest 100 records with the lists that the operator loaded (`periplus vulnerabilities add`). Costs no coins.':
    '将最新 100 条记录的产品和检测结果与运维人员加载的列表（`periplus vulnerabilities add`）比对。不消耗点数。',
  'An address or a name.': '地址或名称。',
  'Canonical spelling.': '规范写法。',
  'Number of confirmed ones.': '已确认的数量。',
  'Number of those whose version is in range.': '版本在受影响范围内的数量。',
  'Number of those of which only the product is known.': '仅知道产品相符的数量。',
  'By verdict, known exploited ones first, then by EPSS; at most 100 of each verdict.':
    '按结论排序，已知被利用的在前，再按 EPSS；每种结论最多 100 个。',
  '`confirmed`: a finding of a scanner says so. `version in range`: the version that the service states is in an affected range; a distribution may have fixed it without another version. `product only`: the product is affected in some versions, and this one is unknown, or something else is needed that was not checked.':
    '`confirmed`：扫描器的检测结果表明存在。`version in range`：服务声明的版本在受影响范围内；发行版可能已修复而未改变版本号。`product only`：该产品的某些版本受影响，但此处版本未知，或还需其他未检查的条件。',
  'The service, as `host` spells it.': '服务，写法同 `host`。',
  'Vendor and product; empty where a finding confirmed it.': '厂商和产品；由检测结果确认时为空。',
  'The version that the service states; empty where it is unknown.': '服务声明的版本；未知时为空。',
  'Why, in words, with the name of the list.': '文字说明的依据，含列表名称。',
  'What it is; empty where no list says.': '漏洞标题；没有列表给出时为空。',
  'Since when it is known to be exploited; null where no loaded list says so.':
    '自何时起已知被利用；已加载的列表均未提及时为 null。',
  'Probability of exploitation within 30 days, 0 to 1; null where no loaded list has one.':
    '30 天内被利用的概率，0 至 1；已加载的列表均未给出时为 null。',
  'The loaded lists.': '已加载的列表。',
  'When its publisher made it; empty where it does not say.': '发布者制作的日期；未声明时为空。',
  'Costs no coins. 404 where the picture is not kept: it was removed with its records, or another machine imported it.':
    '不消耗点数。图片未保留时返回 404：已随记录删除，或由另一台机器导入。',
  'The value of `screenshot`.': '`screenshot` 的值。',
  'Other names the field is known by.': '该字段的其他名称。',
  'How values compare: text, keyword, number, address, time or boolean.':
    '值的比较方式：text、keyword、number、address、time 或 boolean。',
  'Whether a record may hold several values, joined by commas in an answer.':
    '一条记录是否可有多个值（返回时以逗号连接）。',
  'Who may select it: anyone, enterprise or never (a condition only).':
    '谁可以选取该字段：anyone、enterprise 或 never（仅可用作条件）。',
  'A query that uses it.': '使用该字段的查询。',
  'Takes queries of Shodan, Censys, ZoomEye, Quake, Hunter and Google, and with `to` writes them, or queries of ours, for FOFA, Shodan, Censys, ZoomEye, Quake or Hunter. What has no counterpart is left out, and a note says so. Costs nothing.':
    '接受 Shodan、Censys、ZoomEye、Quake、Hunter 和 Google 的查询；带 `to` 时，可将其或本系统的查询改写为 FOFA、Shodan、Censys、ZoomEye、Quake 或 Hunter 的语法。没有对应写法的部分会略去并附说明。不消耗点数。',
  'The language; detected if not given.': '语法；未给出时自动识别。',
  'The language wanted; ours where it is not given.': '目标语法；未给出时为本系统的语法。',
  'The language of the query; `periplus` for one that needs no translation.':
    '查询所用的语法；无需转换时为 `periplus`。',
  'The language of the answer.': '返回结果所用的语法。',
  'The same in the language wanted; empty where nothing could be translated.':
    '以目标语法表示的同一查询；无法转换时为空。',
  'What was lost or changed, in the order of the text.': '丢失或改变的内容，按文本顺序。',
  '`lost`: left out. `changed`: asks for something near. `unread`: no part of its own language.':
    '`lost`：已略去。`changed`：改为相近的条件。`unread`：不属于其自身语法。',
  'Offset into the query sent, in UTF-16 units.': '在所提交查询中的起始偏移，以 UTF-16 单元计。',
  'The same, end excluded.': '同上，结束偏移，不含该位置。',
  'One sentence.': '一句说明。',
  'Queries name them as `ip="@office"`, `domain="@scope"`, `host="@scope"` or `as_number="@peers"`.':
    '查询中写作 `ip="@office"`、`domain="@scope"`、`host="@scope"` 或 `as_number="@peers"`。',
  'Number of elements.': '元素个数。',
  'When it was last replaced, `YYYY-MM-DD HH:MM:SS` in UTC.': '最后替换时间，`YYYY-MM-DD HH:MM:SS`，UTC。',
  'The body is UTF-8 text with one element a line, or several with commas between them: addresses, CIDRs, ranges `first-last`, names, and numbers of networks such as `AS64500`. What follows a `#` does not count.':
    '请求正文为 UTF-8 文本，每行一个元素，或以逗号分隔多个：地址、CIDR、范围 `first-last`、名称，以及 `AS64500` 这样的 AS 号。`#` 之后的内容忽略。',
  'Name of the list, without `@`.': '列表名称，不含 `@`。',
  'What precedes the first `/` of its name; empty outside of folders.':
    '名称中第一个 `/` 之前的部分；不在文件夹中时为空。',
  'When it was saved, UTC.': '保存时间，UTC。',
  'Whether every account sees it: not, as it is shared itself, or with its folder.':
    '是否所有账户可见：不可见、自身被共享，或随文件夹共享。',
  'It replaces the search of this name. A name such as `Customers/Acme` puts it into a folder. Without `shared` a replaced search stays as it is; a search in a shared folder is always shared.':
    '替换同名的搜索。`Customers/Acme` 这样的名称会放入文件夹。不带 `shared` 时，被替换的搜索保持原状；共享文件夹中的搜索始终共享。',
  'Its name.': '其名称。',
  'Whether every account sees it.': '是否所有账户可见。',
  'The latest 1000. They can be read and run, and only their owner changes them. A query that names a stored list uses the list of whoever runs it. Searches of a disabled account are left out until it is enabled again.':
    '最新的 1000 个。其他账户可以查看和运行，只有所有者能更改。查询中的已存储列表取运行者自己的列表。已停用账户的搜索在重新启用前不显示。',
  'The user name of the account that shares it.': '共享它的账户的用户名。',
  'Its number.': '其编号。',
  'With the searches that are in it and those that are saved into it later. When the folder is no longer shared, none of its searches is.':
    '包括文件夹中现有的以及以后保存到其中的搜索。停止共享文件夹后，其中的搜索都不再共享。',
}
