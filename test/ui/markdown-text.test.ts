import { test } from 'node:test';
import assert from 'node:assert/strict';
import { completeTail } from '../../renderer/ui/markdown/complete-tail.ts';
import { decodeEntities } from '../../renderer/ui/markdown/entities.ts';
import { highlight } from '../../renderer/ui/markdown/highlighter.ts';
import { lexMarkdown } from '../../renderer/ui/markdown/lex.ts';
import { safeImage, safeLink } from '../../renderer/ui/markdown/safe-address.ts';

test('only http, https and mailto are links', () => {
  assert.equal(safeLink('https://example.org/a?b=c'), 'https://example.org/a?b=c');
  assert.equal(safeLink('mailto:ann@example.org'), 'mailto:ann@example.org');
  for (const address of ['javascript:alert(1)', ' java\nscript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'vbscript:x', '/relative', '//host/x', '\\\\host\\share', 'app://x', 'blob:https://a/b', '']) {
    assert.equal(safeLink(address), undefined, address);
  }
});

test('a name before the host makes it no link', () => {
  assert.equal(safeLink('https://bank.example@evil.example/'), undefined);
});

test('look-alike hosts come out in punycode', () => {
  assert.equal(safeLink('https://аррӏе.com/'), 'https://xn--80ak6aa92e.com/');
});

test('mailto is no image', () => {
  assert.equal(safeImage('mailto:a@b.example'), undefined);
  assert.equal(safeImage('data:image/png;base64,AAAA'), undefined);
  assert.equal(safeImage('http://evil.example/?d=1'), 'http://evil.example/?d=1');
});

test('character references are decoded once, unknown and wrong ones stay harmless', () => {
  assert.equal(decodeEntities('a &amp; b &lt;c&gt; &#x41;&#66; &nope; &amp;lt; &#0; &#xD800; &constructor;'), 'a & b <c> AB &nope; &lt; \ufffd \ufffd &constructor;');
});

test('open bold, code and links at the end are closed for the eye', () => {
  assert.equal(completeTail('some **bold'), 'some **bold**');
  assert.equal(completeTail('some **bold*'), 'some **bold**');
  assert.equal(completeTail('some **'), 'some ');
  assert.equal(completeTail('some `code'), 'some `code`');
  assert.equal(completeTail('some `'), 'some ');
  assert.equal(completeTail('see [the page](https://exam'), 'see the page');
  assert.equal(completeTail('see ![x](https://exam'), 'see ');
  assert.equal(completeTail('done **bold** and `code`'), 'done **bold** and `code`');
  assert.equal(completeTail('`a ** b`'), '`a ** b`');
});

test('formulas keep their underscores, backslashes and stars, prices are no formulas', () => {
  const inline = (text: string) => lexMarkdown(text).flatMap((token) => ('tokens' in token ? (token.tokens ?? []) : [])).map((token) => [token.type, token.raw]);
  assert.deepEqual(inline('so $a_1*b_2*c$ holds'), [['text', 'so '], ['math', '$a_1*b_2*c$'], ['text', ' holds']]);
  assert.deepEqual(inline('\\(a_b\\)'), [['math', '\\(a_b\\)']]);
  assert.deepEqual(inline('from $5 to $10'), [['text', 'from $5 to $10']]);
});

test('known languages are coloured with the colours of the tokens file only', async () => {
  const lines = await highlight('const a: string = "b"; // c\nf(1)', 'ts');
  assert.equal(lines?.map((line) => line.map((span) => span.text).join('')).join('\n'), 'const a: string = "b"; // c\nf(1)');
  const colours = new Set(lines?.flat().map((span) => span.color));
  assert.ok(colours.has('var(--syntax-keyword)') && colours.has('var(--syntax-string)') && colours.has('var(--syntax-comment)'));
  for (const colour of colours) assert.ok(colour === undefined || /^var\(--syntax-(?:keyword|string|constant|function|parameter|comment|punctuation)\)$/.test(colour), colour);
});

test('unknown languages stay plain', async () => {
  assert.equal(await highlight('x', 'klingon'), undefined);
  assert.equal(await highlight('x', '__proto__'), undefined);
});
