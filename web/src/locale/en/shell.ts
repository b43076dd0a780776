/** The texts of what stands round every page and what calls and forms say in English. */
export const shell = {
  nav: {
    search: 'Search',
    account: 'Account',
    api: 'API',
    signOut: 'Sign out',
    signIn: 'Sign in',
    skip: 'Skip to content',
    main: 'Main',
  },
  look: { theme: 'Theme', system: 'System', light: 'Light', dark: 'Dark', language: 'Language' },
  form: {
    email: 'E-mail',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    username: 'Name (optional)',
    passwordHelp: 'At least 10 characters.',
    working: 'One moment …',
  },
  fail: {
    offline: 'The server cannot be reached. Nothing you typed is lost; try again in a moment.',
    session: 'Your session has ended. Sign in again; the URL keeps your search.',
    again: 'Try again',
    broken: 'This page has an internal error. Reload it; your search is in the URL.',
    part: 'A part of this page could not be loaded: the connection is lost, or the server has a newer page.',
    reload: 'Reload',
  },
  missing: { title: 'There is no such page', back: 'Go to the search' },
  dialog: { close: 'Close', cancel: 'Cancel' },
} as const
