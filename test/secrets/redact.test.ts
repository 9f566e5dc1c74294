import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createRedactor, redactCommonPatterns } from '../../electron/core/secrets/redact.ts'

const KEY = 'k3y/with+odd "chars" & ünï💡'
const redactKey = createRedactor([KEY])

/** Letters that no form of a secret and no mark of a redaction begins or ends with. */
const filler = fc.string({ unit: fc.constantFrom('~', '|', '\n', '<', '>'), maxLength: 40 })
const secret = fc.string({ unit: 'binary', minLength: 8, maxLength: 60 }).filter((text) => text.isWellFormed() && text.trim() === text && !/[[\]~|<>]/.test(text) && !/\p{Cc}/u.test(text))

describe('a known secret', () => {
  test('goes in every form in which programs write it down', () => {
    const bytes = Buffer.from(KEY)
    const json = JSON.stringify(KEY).slice(1, -1)
    const forms: Record<string, string> = {
      plain: KEY, json, 'json in json': JSON.stringify(json).slice(1, -1), 'json with slashes': json.replaceAll('/', '\\/'),
      'json in ascii': json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
      url: encodeURIComponent(KEY), 'url in small letters': encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase()),
      form: new URLSearchParams({ v: KEY }).toString().slice(2), address: encodeURI(KEY),
      base64: bytes.toString('base64'), 'base64 without its end': bytes.toString('base64').replace(/=+$/, ''), base64url: bytes.toString('base64url'), 'base64 in a url': encodeURIComponent(bytes.toString('base64')),
    }
    for (const [form, text] of Object.entries(forms)) assert.equal(redactKey(`before ${text} after`), 'before [secret] after', form)
    for (const value of ['8 letter', '9 letters', '10 letters']) assert.equal(createRedactor([value])(Buffer.from(value).toString('base64')), '[secret]')
  })

  test('goes from the middle of something that was encoded as a whole', () => {
    for (const user of ['', 'a', 'ab', 'abc', 'someone']) {
      const header = `Authorization: Basic ${Buffer.from(`${user}:${KEY}:rest`).toString('base64')}`
      const shown = redactKey(header)
      assert.match(shown, /\[secret\]/, user)
      assert.doesNotMatch(Buffer.from(shown.replace(/^.*Basic /, '').split('[secret]')[1] ?? '', 'base64').toString(), /chars/)
    }
  })

  test('is never in what is left, alone or among others, in any of its forms', () => {
    fc.assert(fc.property(fc.array(secret, { minLength: 1, maxLength: 5 }), fc.array(filler, { minLength: 6, maxLength: 6 }), (secrets, fillers) => {
      const redact = createRedactor(secrets)
      const forms = secrets.flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), Buffer.from(value).toString('base64'), Buffer.from(value).toString('base64url')])
      const text = forms.map((form, index) => `${fillers[index % fillers.length] ?? ''}${form}`).join('~')
      const shown = redact(text)
      for (const form of forms) assert.ok(!shown.includes(form) || form.length < 8, form)
    }), { numRuns: 500 })
  })

  test('is the only thing that goes: other text stays as it is, letter for letter', () => {
    fc.assert(fc.property(fc.array(secret, { maxLength: 5 }), fc.array(fc.tuple(filler, fc.nat()), { maxLength: 12 }), filler, (secrets, pieces, end) => {
      const text = pieces.map(([before, choice]) => before + (secrets[choice % Math.max(1, secrets.length)] ?? '')).join('~') + end
      const wanted = pieces.map(([before]) => before + (secrets.length === 0 ? '' : '[secret]')).join('~') + end
      assert.equal(createRedactor(secrets)(text), wanted)
    }), { numRuns: 500 })
  })

  test('agrees with a slow search of plain words, overlaps and all', () => {
    // Made of few letters that repeat, and text made of their pieces: beginnings that fail late, words within words.
    const word = fc.tuple(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 }), fc.nat(8), fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 }))
      .map(([part, longer, end]) => part.repeat(12).slice(0, 8 + longer) + end)
    const piece = fc.tuple(fc.nat(), fc.nat(19), fc.nat(19))
    fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.array(piece, { maxLength: 12 }), (words, pieces) => {
      const text = pieces.map(([choice, from, to]) => words[choice % words.length]?.slice(Math.min(from, to) % 4, to) ?? '').join('')
      const hidden = new Array<boolean>(text.length).fill(false)
      const joined = new Array<boolean>(text.length).fill(false)
      for (const value of words) {
        for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
          hidden.fill(true, at, at + value.length)
          joined.fill(true, at + 1, at + value.length)
        }
      }
      const slow = [...text].map((letter, at) => (!hidden[at] ? letter : joined[at] ? '' : '[secret]')).join('')
      assert.equal(createRedactor(words)(text), slow)
    }), { numRuns: 1000 })
  })

  test('of fewer than 8 characters goes where credentials are written, and nowhere else', () => {
    const redact = createRedactor(['hunter2', ''])
    assert.equal(redact('hunter2 said: Authorization: Bearer hunter2'), 'hunter2 said: Authorization: Bearer [secret]')
    assert.equal(redact('{"authorization":"token hunter2"} \'X-Api-Key\': \'hunter2\''), '{"authorization":"token [secret]"} \'X-Api-Key\': \'[secret]\'')
    assert.equal(redact('Authorization: Bearer hunter22'), 'Authorization: Bearer hunter22')
  })

  test('that is none leaves everything as it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => createRedactor([])(text) === text))
  })
})

describe('10 MB of text', () => {
  const size = 10_000_000
  const quickly = (work: () => string): string => {
    const from = performance.now()
    const result = work()
    const took = performance.now() - from
    assert.ok(took < 15_000, `took ${Math.round(took)} ms`)
    return result
  }

  test('takes time in proportion, also where text and secrets nearly fit everywhere', () => {
    const nearly = createRedactor([`${'a'.repeat(4000)}b`, `${'a'.repeat(2000)}c`, `${'ab'.repeat(1000)}c`])
    const text = 'a'.repeat(size)
    assert.equal(quickly(() => nearly(text)), text)
    const many = createRedactor(Array.from({ length: 50 }, (_, index) => `secret-number-${index}-${'x'.repeat(40)}`))
    assert.equal(quickly(() => many('secret-number-1-'.repeat(size / 16))).length, size)
  })

  test('full of secrets', () => {
    const text = 'password1 '.repeat(size / 10)
    assert.equal(quickly(() => createRedactor(['password1'])(text)), '[secret] '.repeat(size / 10))
  })

  test('full of beginnings of tokens that never end', () => {
    for (const start of ['sk-', 'ghp_', 'eyJ', 'eyJaaaaaaaaaa.', 'AKIA', '-----BEGIN PRIVATE KEY-----', '-----BEGIN ', '://a:', '://', 'authorization', 'authorization: ', 'Authorization: Bearer ', 'xoxb-', ' sk-a', '"api-key":']) {
      quickly(() => redactCommonPatterns(start.repeat(Math.floor(size / 5 / start.length))))
    }
  })
})

describe('what looks like a credential', () => {
  const letters = (count: number): string => 'aB3dE6gH9j'.repeat(Math.ceil(count / 10)).slice(0, count)

  test('goes: keys of well-known services, tokens, headers, passwords in addresses', () => {
    const tokens = [
      `sk-ant-api03-${letters(40)}`, `sk-proj-${letters(40)}`, `ghp_${letters(36)}`, `github_pat_${letters(22)}_${letters(59)}`, `glpat-${letters(20)}`,
      `xoxb-1234567890-${letters(24)}`, `xapp-1-${letters(20)}`, 'AKIAIOSFODNN7EXAMPLE', `AIza${letters(35)}`, `npm_${letters(36)}`, `eyJ${letters(20)}.${letters(30)}.${letters(43)}`,
    ]
    for (const token of tokens) {
      assert.equal(redactCommonPatterns(`key=${token} and ("${token}")`), 'key=[secret] and ("[secret]")', token)
    }
    assert.equal(redactCommonPatterns('authorization: Bearer abc.def\nX-Api-Key: q'), 'authorization: Bearer [secret]\nX-Api-Key: [secret]')
    assert.equal(redactCommonPatterns('{\\"Authorization\\":\\"Basic dXNlcg==\\"}'), '{\\"Authorization\\":\\"Basic [secret]\\"}')
    assert.equal(redactCommonPatterns('git clone https://me:pa55@host.example/x.git'), 'git clone https://me:[secret]@host.example/x.git')
  })

  test('private keys go as a whole, and a cut one with all that follows', () => {
    const pem = (kind: string): string => `-----BEGIN ${kind}PRIVATE KEY-----\nMIIE\nabc=\n-----END ${kind}PRIVATE KEY-----`
    assert.equal(redactCommonPatterns(`a\n${pem('')}\nb\n${pem('RSA ')}\nc\n${pem('OPENSSH ')}`), 'a\n[secret]\nb\n[secret]\nc\n[secret]')
    assert.equal(redactCommonPatterns(`{"key":${JSON.stringify(pem('EC '))}}`), '{"key":"[secret]"}')
    assert.equal(redactCommonPatterns('log -----BEGIN PRIVATE KEY-----\nMIIE and then it was cut'), 'log [secret]')
  })

  test('ordinary text stays', () => {
    const text = 'task-list, risk-free-of-charge-and-more, AKIA, ghp_short, https://host.example:8080/a@b, eyJ, -----BEGIN CERTIFICATE-----, authorization is needed; see https://example.org/authorization'
    assert.equal(redactCommonPatterns(text), text)
  })

  test('is gone after the first time: doing it again changes nothing', () => {
    const text = `Authorization: Bearer ${letters(30)} https://me:pa55@host x-api-key=${letters(9)}`
    assert.equal(redactCommonPatterns(redactCommonPatterns(text)), redactCommonPatterns(text))
  })
})
