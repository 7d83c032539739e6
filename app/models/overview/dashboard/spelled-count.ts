const small =
  "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  )
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

/** A count as it is written in a sentence: words below a hundred, figures above. */
export function spelledCount(count: number): string {
  if (count < 20) return small[count] ?? String(count)
  if (count >= 100) return String(count)
  const rest = count % 10
  return rest === 0 ? (tens[count / 10] ?? String(count)) : `${tens[Math.floor(count / 10)]}-${small[rest]}`
}
