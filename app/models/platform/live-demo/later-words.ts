import { addDays, addMonths, daysBetween, isDate } from "~/utils/dates"

// What a text says of days: "Saturday, December 12", "by November 30, 2026", "May 2026", "in January", "Start Date:
// 05/18/2026", "the winter concert". A day moves by whole weeks, so its day of the week stays; a month by months, a season by
// quarters of a year.

export type LaterWords = {
  days: number
  months: number
  /** A day of the time from which the texts are, `YYYY-MM-DD`: a text without a year means the one nearest to it. */
  day: string
}

const months = [
  ...["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"],
  ...["November", "December"],
]
const seasons = ["winter", "spring", "summer", "fall"]
const anyMonth = `${months.join("|")}|${months.map((month) => month.slice(0, 3)).join("|")}`

const dayInText = new RegExp(`\\b(${anyMonth}) (\\d{1,2})(?!\\d)(?:, (\\d{4})\\b)?`, "g")
const monthAndYear = new RegExp(`\\b(${anyMonth}) (\\d{4})\\b`, "g")
const monthAlone = new RegExp(`\\b([Ii]n|[Ss]ince|[Uu]ntil|[Ff]rom) (${months.join("|")})\\b(?! \\d)`, "g")
const numbers = /\b(\d{2})\/(\d{2})\/(\d{4})\b/g
const seasonOf = new RegExp(
  `\\b(${seasons.join("|")})(?= (?:term|break|concert|recital|camp|holidays)\\b)`,
  "gi",
)

/** The text as it would be written later; what names no day stays. */
export function laterWords(text: string, later: LaterWords): string {
  if (!/\d|\b(?:in|since|until|from|winter|spring|summer|fall) /i.test(text)) return text
  return text
    .replace(numbers, (found, month, day, year) => {
      const date = `${year}-${month}-${day}`
      if (!isDate(date)) return found
      const [y, m, d] = addDays(date, later.days).split("-")
      return `${m}/${d}/${y}`
    })
    .replace(monthAlone, (_, word, month) => `${word} ${months[(months.indexOf(month) + later.months) % 12]}`)
    .replace(monthAndYear, (_, month, year) => {
      const first = addMonths(`${year}-${twoDigits(numberOf(month))}-01`, later.months)
      return `${nameLike(month, first)} ${first.slice(0, 4)}`
    })
    .replace(dayInText, (found, month, day, year) => {
      const date = dateOf(numberOf(month), Number(day), year && Number(year), later.day)
      if (!date) return found
      const moved = addDays(date, later.days)
      return `${nameLike(month, moved)} ${Number(moved.slice(8))}${year ? `, ${moved.slice(0, 4)}` : ""}`
    })
    .replace(seasonOf, (found) => {
      const moved =
        seasons[(seasons.indexOf(found.toLowerCase()) + Math.round(later.months / 3)) % 4] ?? found
      return found[0] === found[0]?.toUpperCase() ? `${moved[0]?.toUpperCase()}${moved.slice(1)}` : moved
    })
}

const twoDigits = (n: number) => String(n).padStart(2, "0")
const numberOf = (month: string) => months.findIndex((name) => name.startsWith(month)) + 1

/** As long as the month was written before. */
function nameLike(written: string, date: string): string {
  const name = months[Number(date.slice(5, 7)) - 1] ?? ""
  return months.includes(written) ? name : name.slice(0, 3)
}

function dateOf(month: number, day: number, year: number | undefined, near: string): string | undefined {
  const present = Number(near.slice(0, 4))
  const years = year ? [year] : [present - 1, present, present + 1]
  const [nearest] = years
    .map((each) => `${each}-${twoDigits(month)}-${twoDigits(day)}`)
    .filter(isDate)
    .sort((a, b) => Math.abs(daysBetween(near, a)) - Math.abs(daysBetween(near, b)))
  return nearest
}
