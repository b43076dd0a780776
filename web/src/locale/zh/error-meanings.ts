/** What the failures of the API mean, in Chinese, by the English sentences. */
export const errors: Readonly<Record<string, string>> = {
  'The e-mail or the key is missing or wrong, or the account is disabled.':
    '邮箱或密钥缺失或错误，或账户已停用。',
  'A parameter is missing, malformed or names something unknown; the text names it and the allowed values.':
    '参数缺失、格式错误或引用了不存在的项；文本中会指出该参数和允许的值。',
  'The page size is out of range.': '每页数量超出范围。',
  'The query does not parse; the text says what was found, at which position, and what was expected.':
    '查询语法有误；文本中会指出出错的内容、位置以及应为何种内容。',
  'The account’s level does not allow this; the text names it and the level.':
    '账户等级不允许此操作；文本中会指出该操作和所需等级。',
  'The `next` cursor was altered, belongs to another query or is too old.':
    '`next` 游标被改动、属于其他查询或已过期。',
  'Page × size goes beyond the account’s result window; the bound is the last page of this size.':
    '页码 × 每页数量超出账户的结果窗口；上限为该每页数量下的最后一页。',
  'The balance is lower than the price of the call. No search was run.': '余额低于调用价格，未执行搜索。',
  'The upload has no part named `file`, more than one, a name that does not end in .txt, or bytes that are not valid UTF-8 text.':
    '上传内容中没有名为 `file` 的部分、有多个该部分、文件名不以 .txt 结尾，或内容不是有效的 UTF-8 文本。',
  'The uploaded file contains more than 10000 lines.': '上传的文件超过 10000 行。',
  'The caller’s lines of this UTC day are used up; the first number is the count already used.':
    '调用者当日（UTC）的行数已用完；第一个数字为已用行数。',
  'The caller has a tagging task that has not ended yet.': '调用者有尚未结束的打标签任务。',
  'No tagging task of the caller has this id.': '调用者没有此编号的打标签任务。',
  'No record of this name or address is known.': '没有此名称或 IP 地址的记录。',
  'No result file of this name was issued, or it has expired.': '没有此名称的结果文件，或文件已过期。',
  'There is no such address in this API.': '此 API 中没有该路径。',
  'The address exists, but not with this method.': '该路径存在，但不支持此方法。',
  'The request’s body is larger than allowed.': '请求正文超过允许的大小。',
  'The rate of the account’s level is used up; `Retry-After` says how long to wait.':
    '已达到账户等级的速率限制；`Retry-After` 给出需要等待的时间。',
  'The request line or the headers are longer than 64 KiB.': '请求行或请求头超过 64 KiB。',
  'Something broke inside the server; its log holds the details under the request id.':
    '服务器内部出错；详情按请求编号记录在服务器日志中。',
  'The server is starting, overloaded or shutting down; try again.':
    '服务器正在启动、过载或正在关闭；请重试。',
  'The request conflicts with existing data, for example an e-mail that already has an account.':
    '请求与现有数据冲突，例如该邮箱已有账户。',
  'The account may not do this, or the request does not prove that the page itself sent it.':
    '账户无权执行此操作，或无法确认请求由本页面发出。',
  'The page called without a valid session; sign in again. Calls with a key never get this.':
    '页面调用时没有有效会话；请重新登录。使用密钥的调用不会出现此错误。',
  'Signing in on the page failed; the answer does not reveal whether the account exists.':
    '页面登录失败；响应不会透露账户是否存在。',
  'Signing in on the page needs a code after the password, which is missing, wrong or used already.':
    '页面登录在密码之后还需要验证码；验证码缺失、错误或已使用过。',
  'A one-time link or an invitation is unknown, used up or expired; ask for a new one.':
    '一次性链接或邀请不存在、已使用或已过期；请索取新的。',
  'No account has this e-mail or number.': '没有使用此邮箱或编号的账户。',
  'No saved search of the caller has this number.': '调用者没有此编号的已保存搜索。',
}
