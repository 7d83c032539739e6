/**
 * Gives the same number for the same text, as part of a key for which the text is too long. Beyond `most` texts all are
 * forgotten; no number is given twice.
 */
export function numbering(most: number): (text: string) => number {
  const numbers = new Map<string, number>()
  let last = 0
  return (text) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    if (numbers.size >= most) numbers.clear()
    last += 1
    numbers.set(text, last)
    return last
  }
}

/** The same for all that is known of a row, which stays the same object from page to page. */
export function numberingOfRows<Row extends object>(most: number): (row: Row) => number {
  const numberOf = numbering(most)
  const numbers = new WeakMap<Row, number>()
  return (row) => {
    const known = numbers.get(row)
    if (known !== undefined) return known
    const number = numberOf(JSON.stringify(row))
    numbers.set(row, number)
    return number
  }
}
