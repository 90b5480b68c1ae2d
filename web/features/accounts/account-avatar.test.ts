import { expect, test } from 'vitest'
import { avatarLetter, displayName, ownImageUrl } from './account-avatar.tsx'

test('the avatar shows the first letter of the name, of the e-mail, or U', () => {
  expect(avatarLetter({ firstName: 'Ada', email: 'x@y.test' })).toBe('A')
  expect(avatarLetter({ firstName: '𝒜da', email: 'x@y.test' })).toBe('𝒜')
  expect(avatarLetter({ firstName: null, email: 'x@y.test' })).toBe('X')
  expect(avatarLetter({ firstName: '', email: '' })).toBe('U')
})

test('a person without a name is shown by their e-mail address', () => {
  expect(displayName({ firstName: 'Ada', lastName: 'Byron', email: 'a@b.test' })).toBe('Ada Byron')
  expect(displayName({ firstName: null, lastName: 'Byron', email: 'a@b.test' })).toBe('Byron')
  expect(displayName({ firstName: null, lastName: null, email: 'a@b.test' })).toBe('a@b.test')
})

test('a picture on another site is not requested', () => {
  expect(ownImageUrl('/pictures/a.png')).toBe('/pictures/a.png')
  expect(ownImageUrl('//evil.test/a.png')).toBeNull()
  expect(ownImageUrl('/\\evil.test/a.png')).toBeNull()
  expect(ownImageUrl('https://lh3.example/a.png')).toBeNull()
  expect(ownImageUrl(null)).toBeNull()
})
