import type { shell as English } from '../en/shell.ts'
import type { Texts } from '../texts.ts'

/** The texts of what every page has and what calls and forms say in Chinese. */
export const shell: Texts<typeof English> = {
  nav: {
    search: '搜索',
    tagging: 'IP 标签',
    import: '导入',
    administration: '管理',
    help: '帮助',
    account: '账户',
    api: 'API',
    signOut: '退出',
    signIn: '登录',
    skip: '跳到内容',
    main: '主导航',
    readOnly: '记录目前为只读：导入和删除会被拒绝或等待。搜索、导出和打标签不受影响。',
  },
  look: { theme: '主题', system: '跟随系统', light: '浅色', dark: '深色', language: '语言' },
  form: {
    email: '邮箱',
    password: '密码',
    newPassword: '新密码',
    currentPassword: '当前密码',
    noPassword: '账户没有密码：请在登录后十分钟内执行此操作。',
    username: '名称（可选）',
    passwordHelp: '至少 10 个字符。',
    working: '请稍候…',
  },
  fail: {
    offline: '无法连接服务器。您输入的内容没有丢失，请稍后重试。',
    session: '会话已结束，请重新登录；搜索内容保存在网址中。',
    again: '重试',
    broken: '页面自身出现故障。请重新加载；搜索内容保存在网址中。',
    part: '页面的一部分无法加载：连接已断开，或服务器上有更新的页面。',
    reload: '重新加载',
  },
  marks: { aside: '{{text}}（{{aside}}）', comma: '、', colon: '：' },
  missing: { title: '没有这个页面', back: '返回搜索' },
  dialog: { close: '关闭', cancel: '取消' },
}
