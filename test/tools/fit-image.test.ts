import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { fitImage } from '../../electron/core/tools/fit-image.ts'

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#336699' } })
const fit = (bytes: Buffer, mimeType = 'image/png') => fitImage({ mimeType, base64: bytes.toString('base64') })
async function fitted(bytes: Buffer, mimeType?: string) {
  const outcome = await fit(bytes, mimeType)
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.sentence)
  return outcome.image
}
const sentence = async (bytes: Buffer, mimeType?: string): Promise<string> => {
  const outcome = await fit(bytes, mimeType)
  return outcome.ok ? 'fits' : outcome.sentence
}

describe('an image of a result', () => {
  test('that a model takes as it is stays byte for byte', async () => {
    for (const [type, bytes] of [['image/png', await plain(300, 200).png().toBuffer()], ['image/jpeg', await plain(300, 200).jpeg().toBuffer()], ['image/webp', await plain(300, 200).webp().toBuffer()]] as const) {
      const image = await fitted(bytes)
      assert.deepEqual([image.mimeType, image.width, image.height, image.base64, image.original], [type, 300, 200, bytes.toString('base64'), null])
    }
  })

  test('is what is in it, whatever the tool says that it is', async () => {
    assert.equal((await fitted(await plain(9, 9).jpeg().toBuffer(), 'image/png')).mimeType, 'image/jpeg')
    assert.match(await sentence(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="http://evil.example/"/></svg>'), 'image/png'), /only PNG, JPEG, GIF and WebP/)
  })

  test('that is larger is made smaller, and the original is kept beside it', async () => {
    const bytes = await plain(4000, 1000).png().toBuffer()
    const image = await fitted(bytes)
    assert.deepEqual([image.width, image.height, image.original], [1568, 392, bytes.toString('base64')])
    const data = Buffer.from(image.base64, 'base64')
    assert.deepEqual([(await sharp(data).metadata()).width, data.length], [1568, image.bytes])
  })

  test('that weighs more than five megabytes in base64 is brought below', async () => {
    const noise = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: '#000000', noise: { type: 'gaussian', mean: 128, sigma: 60 } } }).png({ compressionLevel: 0 }).toBuffer()
    assert.ok(noise.length > 5 * 1024 * 1024)
    const image = await fitted(noise)
    assert.ok(image.base64.length <= 5 * 1024 * 1024)
  })

  test('that moves is its first picture, and one that lies on its side is set upright', async () => {
    assert.equal((await fitted(await plain(20, 10).gif().toBuffer())).mimeType, 'image/png')
    const turned = await fitted(await plain(20, 10).jpeg().withMetadata({ orientation: 6 }).toBuffer())
    assert.deepEqual([turned.width, turned.height], [10, 20])
  })

  for (const [what, bytes, why] of [
    ['nothing', Buffer.alloc(0), /it is empty/],
    ['a text', Buffer.from('not an image'), /only PNG/],
    ['of a kind that is only claimed', Buffer.from('89504e470d0a1a0a00', 'hex'), /it can’t be read/],
    ['a PNG that promises more pixels than anybody has memory for', Buffer.from('89504e470d0a1a0a0000000d494844520000ffff0000ffff08060000003d00000000000000049454e44ae426082', 'hex'), /can’t be read|more than 8000/],
  ] as const) test(`that is ${what} is a sentence`, async () => { assert.match(await sentence(bytes), why) })

  test('that ends early is a sentence, and so is one with a side that is too long', async () => {
    const whole = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#000000', noise: { type: 'gaussian', mean: 128, sigma: 60 } } }).png().toBuffer()
    assert.match(await sentence(whole.subarray(0, Math.floor(whole.length / 2))), /can’t be read/)
    assert.match(await sentence(await plain(8001, 2).png().toBuffer()), /8001 × 2 pixels are more than 8000/)
  })

  test('of any bytes never throws, and its type is never more than a short word', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.string(), async (bytes, mimeType) => {
      const outcome = await fitImage({ mimeType, base64: Buffer.from(bytes).toString('base64') })
      assert.ok(outcome.ok || /^\[An image \([\w.+/-]{1,60}\) was left out: |^\[An image \(of an unknown type\) was left out: /.test(outcome.sentence))
    }), { numRuns: 100 })
  })
})
