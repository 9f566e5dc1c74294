const STOP_WORDS = 'the of and to a in is that it was for on are as with his they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know'.split(' ')
const BEGINNINGS = ['ba', 'co', 'de', 'fi', 'gra', 'ho', 'in', 'ka', 'lo', 'me', 'no', 'or', 'pre', 'qui', 're', 'sta', 'tri', 'un', 'vo', 'we']
const MIDDLES = ['la', 'ren', 'mi', 'tor', 'sha', 'ne', 'dol', 'ri', 'ban', 'te', 'us', 'go', 'lin', 'pa', 'ver', 'ma', 'sit', 'cu', 'den', 'fo']
const ENDS = ['n', 'st', 'ment', 'ing', 'er', 'al', 'ow', 'ity', 'e', 'ck', 'ly', 'ard', 'ish', 'ous', 'ant', 'a', 'um', 'et', 'op', 'ex']

const MADE = BEGINNINGS.flatMap((beginning) => MIDDLES.flatMap((middle) => ENDS.map((end) => `${beginning}${middle}${end}`)))
/** From the most to the least used; the made ones in an order that has nothing to do with their letters. */
const VOCABULARY: readonly string[] = [...STOP_WORDS, ...MADE.map((_, index) => MADE[(index * 3571) % MADE.length] ?? '')]

/** Texts in which a word is as seldom as its place in the list is high, the same on every machine. */
export function createWords(seed: number): (count: number) => string {
  let state = seed
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const word = (): string => VOCABULARY[Math.floor(Math.exp(chance() * Math.log(VOCABULARY.length))) - 1] ?? 'the'
  return (count) => Array.from({ length: count }, word).join(' ')
}

const [common = '', seldom = '', rare = ''] = [150, 1500, 7000].map((place) => VOCABULARY[place])

/** Stop-words, two-letter beginnings, several words, a rare one among common ones, and what isn't there. */
export const QUERIES: readonly string[] = [
  'the', 'of', 'and', 'a', 'of the', 'in the and', 'the people were', 'th', 're', 'co', 'st', 'in', 'the re', 'sta', common, seldom, rare, `the ${rare}`, `${rare} the`, 'nothinglikethis',
]
