import type { signIn as English } from '../en/sign-in.ts'
import type { Texts } from '../texts.ts'

/** The texts of signing in, registration and passwords in Chinese. */
export const signIn: Texts<typeof English> = {
  signIn: {
    title: '登录',
    go: '登录',
    code: '验证码',
    codeHelp: '应用中的六位数字，或一个恢复码。',
    openId: '使用 {{name}} 登录',
    passkey: '使用通行密钥登录',
    noPasskey: '浏览器没有提供用于此页面的通行密钥。',
    register: '注册账户',
    forgot: '忘记密码？请联系管理员获取重设链接。',
  },
  link: {
    title: '设置密码',
    for: '账户 {{email}}',
    go: '设置密码',
    done: '密码已设置。',
    none: '网址中没有链接信息，请打开收到的完整网址。',
  },
  register: {
    title: '注册账户',
    go: '注册',
    closed: '注册已关闭，请联系管理员。',
    needsInvitation: '注册需要邀请，请打开收到的邀请链接。',
    accept: '我接受使用规则',
    rules: '使用规则',
  },
}
