// Runs before the first paint, so that a dark window never starts white. look.ts writes what this reads.
{
  const read = () => {
    try {
      return localStorage.getItem('gatehouse.look') ?? ''
    } catch {
      return ''
    }
  }
  const kept = /^(light|dark|system) (small|normal|large) (full|reduced)$/.exec(read())
  if (kept !== null) Object.assign(document.documentElement.dataset, { theme: kept[1], fontSize: kept[2], motion: kept[3] })
}
