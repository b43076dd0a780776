/** The texts of signing in, registration and passwords in English. */
export const signIn = {
  signIn: {
    title: 'Sign in',
    go: 'Sign in',
    code: 'Code',
    codeHelp: 'The six digits of your app, or a recovery code.',
    openId: 'Sign in with {{name}}',
    passkey: 'Sign in with a passkey',
    noPasskey: 'The browser gave no passkey for this page.',
    register: 'Create an account',
    forgot: 'Forgot your password? Ask an administrator for a reset link.',
  },
  link: {
    title: 'Set your password',
    for: 'For {{email}}',
    go: 'Set password',
    done: 'The password is set.',
    none: 'This URL contains no link. Open the whole link that you were given.',
  },
  register: {
    title: 'Create an account',
    go: 'Create account',
    closed: 'Registration is closed. Ask the administrator for an account.',
    needsInvitation: 'Registration needs an invitation. Open the link that you were given.',
    accept: 'I accept the usage rules',
    rules: 'Usage rules',
  },
} as const
