import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn, signUp } from '#tests/harness/account-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { isCommonPassword } from './common-passwords.ts'
import { makeHashQueue, makePasswordHasher } from './password-hash.ts'

let product: TestApp
beforeAll(async () => {
  product = await openTestApp({ hashCost: undefined })
})
afterAll(() => product.close())

const hashIn = async (userId: string): Promise<string> => {
  const { rows } = await product.database.pool.query('select password from users where id = $1', [userId])
  return rows[0].password
}

describe('a stored password', () => {
  test('ASVS 11.4.2: is an argon2id hash with 19 MiB, two passes and a salt of its own', async () => {
    const [one, other] = [await signUp(product.app), await signUp(product.app)]
    const [first, second] = [await hashIn(one.user.id), await hashIn(other.user.id)]
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u)
    expect(first.split('$')[4]).not.toBe(second.split('$')[4])
  })

  test('ASVS 11.2.2: that was hashed with weaker settings is hashed again when its owner signs in', async () => {
    const person = await signUp(product.app)
    const weak = await hash(person.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await product.database.pool.query('update users set password = $1', [weak])
    await signIn(product.app, person)
    const stronger = await hashIn(person.user.id)
    expect(stronger).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u)
    await signIn(product.app, person)
    expect(await hashIn(person.user.id)).toBe(stronger)
  })
})

describe('the hasher', () => {
  const hasher = makePasswordHasher()

  test('distinguishes passwords of 768 bytes by their last byte', async () => {
    const long = '\u20AC'.repeat(255)
    const passwordHash = await hasher.hashPassword(`${long}\u20AC`)
    expect(await hasher.verifyPassword(passwordHash, `${long}\u20AC`)).toBe(true)
    expect(await hasher.verifyPassword(passwordHash, `${long}\u20AD`)).toBe(false)
  })

  test('says no where there is no hash to compare with', async () => {
    expect(await hasher.verifyPassword(null, '')).toBe(false)
  })

  test('runs a few at once, lets some wait and refuses the rest as overloaded', async () => {
    const enqueue = makeHashQueue(2, 3)
    let running = 0
    let most = 0
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const job = async () => {
      running += 1
      most = Math.max(most, running)
      await opened
      running -= 1
      return 'done'
    }
    const jobs = Array.from({ length: 7 }, () =>
      enqueue(job).catch((error: { code: string; retryAfterSeconds: number }) => error),
    )
    const refused = await Promise.all(jobs.slice(5))
    expect(refused).toEqual(
      Array(2).fill(expect.objectContaining({ code: 'overloaded', retryAfterSeconds: 2 })),
    )
    open()
    expect(await Promise.all(jobs.slice(0, 5))).toEqual(Array(5).fill('done'))
    expect(most).toBe(2)
    expect(await enqueue(async () => 'again')).toBe('again')
  })

  test('gives its turn back when a hash fails', async () => {
    const enqueue = makeHashQueue(1, 0)
    await expect(enqueue(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await enqueue(async () => 'next')).toBe('next')
  })
})

test.each(['korrekt-pferd-batterie', 'a plum and a teapot', 'tz9!kfLp', 'unmet needs of bakers'])(
  '%j is not called common',
  (password) => {
    expect(isCommonPassword(password, 'ada@example.test')).toBe(false)
  },
)
