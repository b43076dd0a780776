import { describe, expect, it } from 'vitest'
import { Passwords } from './password.ts'

const cheap = { memory: 64, passes: 1, parallelism: 1 }

describe('passwords', () => {
  it('are hashed with argon2id at the recommended cost, every time with another salt', async () => {
    const passwords = new Passwords()
    const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await passwords.isRight('correct horse', one)).toBe(true)
    expect(await passwords.isRight('correct horsE', one)).toBe(false)
  })

  it('still match when the cost changes later', async () => {
    const hash = await new Passwords(cheap).hash('correct horse')
    expect(await new Passwords({ ...cheap, memory: 128 }).isRight('correct horse', hash)).toBe(true)
  })

  it('agree with what another implementation of argon2id has hashed', async () => {
    // From the tests of the reference implementation (phc-winner-argon2), the same as its command line prints:
    // echo -n "password" | argon2 somesalt -id -t 2 -m 16 -p 1
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await new Passwords().isRight('password', hash)).toBe(true)
  })

  it('match whether accents are composed or decomposed', async () => {
    const passwords = new Passwords(cheap)
    const hash = await passwords.hash('cafe\u0301 at noon')
    expect(await passwords.isRight('caf\u00e9 at noon', hash)).toBe(true)
  })

  it('never match when none is set', async () => {
    const passwords = new Passwords(cheap)
    for (const guess of ['', 'anything', 'x'.repeat(1_048_576)])
      expect(await passwords.isRight(guess, null)).toBe(false)
  })

  it.each([
    ['', 'the password is empty'],
    ['ninechars', 'the password has 9 characters, 10 to 256 are allowed'],
    ['x'.repeat(257), 'the password has 257 characters'],
    ['x'.repeat(1_048_576), 'the password has 1048576 characters'],
    ['password123', 'one of the first'],
    ['Password2026!', 'one of the first'],
    ['1234567890', 'one of the first'],
    ['QwertyUiop1', 'one of the first'],
    ['adminadmin123', 'one of the first'],
    ['aaaaaaaaaabb', 'the password repeats too few different characters'],
  ])('are refused with the reason: %.12s', async (password, text) => {
    await expect(new Passwords(cheap).hash(password)).rejects.toMatchObject({
      code: 'params',
      message: expect.stringContaining(text),
    })
  })

  it('count characters, not bytes', async () => {
    const passwords = new Passwords(cheap)
    for (const password of ['пароль-123', 'password of the old mill', '🐎🔋📎🎩 six more'])
      expect(await passwords.isRight(password, await passwords.hash(password))).toBe(true)
  })

  it('of known users are compared before those of strangers who came first', async () => {
    const passwords = new Passwords(cheap)
    const order: string[] = []
    const compare = (who: 'known' | 'stranger') =>
      passwords.isRight('some guess', null, who).then(() => order.push(who))
    const strangers = Array.from({ length: 202 }, () => compare('stranger'))
    await Promise.all([...strangers, compare('known')])
    expect(order.indexOf('known')).toBeLessThan(5)
  })

  it('wait in a bounded queue', async () => {
    const passwords = new Passwords(cheap)
    const results = await Promise.allSettled(
      Array.from({ length: 250 }, () => passwords.isRight('some guess', null)),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(48)
    expect(refused[0]?.reason).toMatchObject({ code: 'rate', retryAfter: 5 })
    expect(await passwords.isRight('some guess', null)).toBe(false)
  })
})
