export const number = (count: number): string => count.toLocaleString('en')
export const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${number(count)} ${many}`)
