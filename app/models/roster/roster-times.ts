// When a lesson is, as rosters write it: weekday, wall-clock time, minutes.
import { isTime, type Weekday } from "~/utils/dates"
import { fold, shorten } from "./roster-text"
import type { Cell } from "./roster-values"

// "di" and "do" are German here: French and Spanish write dim and dom for Sunday.
const weekdays = new Map(
  [
    "monday mon mo montag montags lundi lun lu lunes",
    "tuesday tue tues tu dienstag dienstags di die mardi mar ma martes",
    "wednesday wed weds we mittwoch mittwochs mi mit mercredi mer me miercoles mie",
    "thursday thu thur thurs th donnerstag donnerstags do don jeudi jeu je jueves jue ju",
    "friday fri fr freitag freitags fre vendredi ven ve viernes vie vi",
    "saturday sat sa samstag samstags sam sonnabend sonnabends samedi sabado sab",
    "sunday sun su sonntag sonntags so son dimanche dim domingo dom",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, (index + 1) as Weekday] as const)),
)

/** The weekday, 1 Monday to 7 Sunday, from its name or abbreviation in English, German, French or Spanish. */
export function parseWeekday(text: string): Cell<Weekday> {
  const name = fold(text)
  const day = weekdays.get(name) ?? weekdays.get(name.replace(/s$/, ""))
  if (day) return { ok: true, value: day }
  const several = name.split(/ (?:and |und |et |y )?/).filter((word) => weekdays.has(word)).length > 1
  const message = several
    ? `“${shorten(text)}” names several days. Give each its own row, or add the second lesson after the import.`
    : `“${shorten(text)}” is not a day of the week.`
  return { ok: false, message }
}

/**
 * The time of day, as "HH:MM": "2:00 PM", "2pm", "14:00", "14.00", "14h30", "14 Uhr 30", "9 Uhr".
 * A time before six in the morning comes with a warning, for 2:00 is mostly meant to be 2:00 PM.
 */
export function parseTime(text: string): Cell<string> {
  const line = text
    .trim()
    .toLowerCase()
    .replace(/(?<=\d)\s*[ap]\.\s?m\.?$/, (half) => half.replace(/[.\s]/g, ""))
  const found =
    /^(\d{1,2})(?:[:.](\d{2}))(?::00)?(?:\s*(am|pm)|\s*uhr|\s*h)?$/.exec(line) ??
    /^(\d{1,2})()\s*(am|pm|uhr|h)$/.exec(line) ??
    /^(\d{1,2})\s*(?:uhr|h)\s*(\d{2})$/.exec(line)
  const refused = {
    ok: false,
    message: `“${shorten(text)}” is not a time. Write it like 2:00 PM or 14:00.`,
  } as const
  if (!found) return refused

  const [, hours = "", minutes, half] = found
  const hour = Number(hours)
  const isHalf = half === "am" || half === "pm"
  if (isHalf && (hour < 1 || hour > 12)) return refused
  const of24 = isHalf ? (hour % 12) + (half === "pm" ? 12 : 0) : hour
  const time = `${String(of24).padStart(2, "0")}:${minutes || "00"}`
  if (!isTime(time)) return refused
  if (of24 >= 6) return { ok: true, value: time }
  return {
    ok: true,
    value: time,
    warning: `${shorten(text)} is before six in the morning. Is the afternoon meant?`,
  }
}

/** Minutes of a lesson, 5 to 600: "45", "45 min", "45 Minuten", "1 h", "1,5 Stunden". */
export function parseMinutes(text: string): Cell<number> {
  const found =
    /^(\d{1,4})(?:[.,]0+)?\s*(?:'|′|m|mins?\.?|minutes?|minuten|minutos)?$/i.exec(text.trim()) ??
    /^(\d{1,2}(?:[.,](?:5|25|50|75))?)\s*(h|hrs?|hours?|std\.?|stunden?|heures?|horas?)$/i.exec(text.trim())
  const number = Number((found?.[1] ?? "").replace(",", ".")) * (found?.[2] ? 60 : 1)
  if (found && number >= 5 && number <= 600) return { ok: true, value: number }
  return { ok: false, message: `“${shorten(text)}” is not a lesson length. A lesson lasts 5 to 600 minutes.` }
}
