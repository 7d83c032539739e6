// The months and weekdays as people write them, in the languages of schools and banks. Safe in the browser.

const languages =
  "en de fr es it pt nl da nb sv fi pl cs sk hu tr ro el hr sl et lv lt id ca uk ru bg sr he ar".split(" ")

/** Small letters without accents and dots. */
const bare = (word: string) =>
  word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\./g, "")
    .replace(/ı/g, "i")
    .replace(/ł/g, "l")
    .toLowerCase()

let months: Map<string, number> | undefined

function knownMonths(): Map<string, number> {
  const found = new Map<string, number>()
  for (const language of languages)
    for (const month of ["long", "short"] as const)
      for (let number = 1; number <= 12; number += 1) {
        const date = new Date(Date.UTC(2026, number - 1, 15))
        // Many languages bend a month's name in a date.
        for (const options of [{ month }, { month, day: "numeric" }] as const) {
          const text = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(date)
          const word = bare(text.replace(/[\d\s]|\bde\b/g, ""))
          if (word.length > 1 && !found.has(word)) found.set(word, number)
        }
      }
  found.set("sept", 9)
  return found
}

/** The month that a word names, 1 to 12, whole or by at least its first three letters ("Nov", "Sept."); undefined for none. */
export function monthOfWord(word: string): number | undefined {
  months ??= knownMonths()
  const wanted = bare(word)
  const exact = months.get(wanted)
  if (exact || wanted.length < 3) return exact
  const beginning = new Set(
    [...months].flatMap(([name, number]) => (name.startsWith(wanted) ? [number] : [])),
  )
  return beginning.size === 1 ? [...beginning][0] : undefined
}

let weekdays: Set<string> | undefined

/** Whole, as each language shortens them, and their first two and three letters. */
function knownWeekdays(): Set<string> {
  const found = new Set<string>()
  for (const language of [...languages, "ja", "ko", "zh"])
    for (const weekday of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" })
      for (let day = 1; day <= 7; day += 1) {
        const [word = ""] = bare(format.format(new Date(Date.UTC(2026, 0, day)))).split(/[\s-]/)
        for (const each of [word, word.slice(0, 2), word.slice(0, 3)]) if (each.length > 1) found.add(each)
      }
    }
  return found
}

/** Whether a word names a day of the week, such as "Wednesday", "Mi." or "sob". */
export function isWeekday(word: string): boolean {
  weekdays ??= knownWeekdays()
  return weekdays.has(bare(word).replace(/,+$/, ""))
}
