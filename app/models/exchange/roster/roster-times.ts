// When a lesson is, as rosters write it: weekday, wall-clock time, minutes.
import { isTime, minutesOfDay } from "~/utils/clock-times"
import type { Weekday } from "~/utils/dates"
import { fold } from "~/utils/names"
import { shorten } from "./roster-text"
import type { Cell } from "./roster-values"

const abroad = [
  "月曜日 月曜 月 周一 星期一 礼拜一 週一 월요일 월 الاثنين الإثنين понедельник пн понеділок δευτέρα δευ ב שני",
  "火曜日 火曜 火 周二 星期二 礼拜二 週二 화요일 화 الثلاثاء вторник вт вівторок τρίτη τρι ג שלישי",
  "水曜日 水曜 水 周三 星期三 礼拜三 週三 수요일 수 الأربعاء среда ср середа τετάρτη τετ ד רביעי",
  "木曜日 木曜 木 周四 星期四 礼拜四 週四 목요일 목 الخميس четверг чт четвер πέμπτη πεμ ה חמישי",
  "金曜日 金曜 金 周五 星期五 礼拜五 週五 금요일 금 الجمعة пятница пт παρασκευή παρ ו שישי",
  "土曜日 土曜 土 周六 星期六 礼拜六 週六 토요일 토 السبت суббота сб σάββατο σαβ ש שבת",
  "日曜日 日曜 日 周日 星期日 星期天 礼拜天 週日 일요일 일 الأحد воскресенье вс неділя κυριακή κυρ א ראשון",
]

// "di" and "do" are German here: French and Spanish write dim and dom for Sunday.
const weekdays = new Map(
  [
    "monday mon pondeli hetfo pazartesi luni mo montag montags lundi lun lu lunes maandag lunedi mandag man segunda seg poniedzialek pon pn maanantai ponedjeljak ponedeljak ponedeljek",
    "tuesday tue utery kedd sali marti tues tu dienstag dienstags di die mardi mar ma martes dinsdag martedi tirsdag tirs tir tisdag tis terca ter wtorek wt tiistai utorak torek",
    "wednesday wed streda szerda carsamba miercuri weds we mittwoch mittwochs mi mit mercredi mer me miercoles mie woensdag wo woe mercoledi onsdag ons quarta qua sroda keskiviikko srijeda sreda",
    "thursday thu ctvrtek csutortok persembe joi thur thurs th donnerstag donnerstags do don jeudi jeu je jueves jue ju jo donderdag giovedi gio torsdag tors tor quinta qui czwartek czw torstai cetvrtak cetrtek",
    "friday fri patek pentek cuma vineri fr freitag freitags fre vendredi ven ve viernes vie vi vrijdag vr vrij venerdi fredag sexta sex piatek pt perjantai petak petek",
    "saturday sat szombat cumartesi sambata sa samstag samstags sam sonnabend sonnabends samedi sabado sab zaterdag za zat sabato lordag lor sobota sob lauantai subota",
    "sunday sun nedele vasarnap pazar duminica du su sonntag sonntags so son dimanche dim domingo dom zondag zo zon domenica sondag niedziela nd sunnuntai nedjelja nedelja",
    ...abroad,
  ].flatMap((names, index) =>
    names.split(" ").map((name) => [fold(name), ((index % 7) + 1) as Weekday] as const),
  ),
)

/** Short names of days are one in Dutch and another in French: the other days of a column tell which it is, and the headings. */
export function dayWordsIn(cells: readonly string[], headers: readonly string[]): (text: string) => string {
  const headings = fold(headers.join(" "))
  const words = new Set(cells.map((cell) => fold(cell).split(" ")[0] ?? ""))
  const has = (...days: string[]) => days.some((day) => words.has(day))
  if (
    has("wo", "vr", "za", "zo") ||
    /\b(?:leerling|docent|lesdag|lestijd|voornaam|achternaam|ouder)\b/.test(headings)
  )
    return (text) => text.replace(/^\s*ma\b|(?<=[\s,;(–-])ma(?=\.?,? ?\d)/i, "maandag")
  const alone = cells.flatMap((cell) => twoLetters.exec(cell)?.[1]?.toLowerCase() ?? [])
  const ofRegion = regional.find(
    ({ signs, heading }) => alone.some((cell) => signs.test(fold(cell))) || heading.test(headings),
  )
  if (ofRegion)
    return (text) =>
      text.replace(twoLetters, (word, letters: string) => {
        const said = letters.toLowerCase()
        return ofRegion.words[said] ?? ofRegion.words[fold(said)] ?? word
      })
  if (has("lu", "je", "ve") || /\b(?:jour|eleve|prenom|professeur)\b/.test(headings))
    return (text) => text.replace(/^\s*di\b|(?<=[\s,;(–-])di(?=\.?,? ?\d)/i, "dimanche")
  // One letter for each day, as a school writes them that writes all of them so.
  const own = /\b(?:alumn[oa]s?|nombres?|apellidos?|profesora?|horario|cuota)\b/.test(headings)
    ? spanishLetters
    : englishLetters
  const days = [...words].filter((word) => /^\p{L}/u.test(word))
  const areDays = days.every(
    (word) =>
      own[word] ??
      ((word.length > 2 && (weekdays.has(word) || weekdays.has(word.replace(/s$/, "")))) ||
        /^(?:m|th|tu|t|w|r|f|sa|su){2,4}$/.test(word)),
  )
  if (areDays && days.some((word) => own[word]))
    return (text) =>
      text.replace(/^\s*\p{L}{1,2}(?:\s*(?:[/,;&+]|\by\b)\s*\p{L}{1,2}){0,3}(?=[\s.,:]|$)/iu, (lead) =>
        lead.replace(/\p{L}+/gu, (letter) => own[letter.toLowerCase()] ?? letter),
      )
  return (text) => text
}

/** Two letters and nothing else before a time. */
const twoLetters = /^\s*(\p{L}{2})(?=\.?\s*(?:$|\d|kl))/iu
/** Short names that mean another day elsewhere: "ma" is Monday in the north, and "so" Saturday in Prague. */
const regional: readonly { signs: RegExp; heading: RegExp; words: Record<string, string> }[] = [
  {
    signs: /^(?:ke|pe|ti|on|to|lo)$/,
    heading: /\b(?:oppilas|huoltaja|opettaja|puhelin|paiva|dag|ugedag|ukedag|veckodag|foresatt\w*)\b/,
    words: {
      ma: "mandag",
      ti: "tirsdag",
      ke: "keskiviikko",
      on: "onsdag",
      to: "torsdag",
      pe: "perjantai",
      la: "lauantai",
      lo: "lordag",
    },
  },
  {
    signs: /^(?:ut|st|ct|pa|ne)$/,
    heading: /\b(?:zak|jmeno|prijmeni|ucitel\w*|ziak|meno|priezvisko)\b/,
    words: {
      po: "pondeli",
      ut: "utery",
      st: "streda",
      ct: "ctvrtek",
      št: "ctvrtek",
      pa: "patek",
      pi: "patek",
      so: "sobota",
      ne: "nedele",
    },
  },
]
const englishLetters: Record<string, string> = {
  m: "mon",
  t: "tue",
  tu: "tue",
  w: "wed",
  th: "thu",
  r: "thu",
  f: "fri",
  s: "sat",
  sa: "sat",
  su: "sun",
}
const spanishLetters: Record<string, string> = {
  l: "lunes",
  m: "martes",
  x: "miercoles",
  j: "jueves",
  v: "viernes",
  s: "sabado",
  d: "domingo",
}

/** "Every Tuesday", "jeden Dienstag", "le mardi". */
const everyWeek =
  /^(?:(?:weekly )?on|every|each|weekly|jeden|am|tous les|chaque|cada|los|le|il|op|elke|hver|varje|om) (?=\p{L})/u

/** The same behind a day with its time. */
const everyWeekBehind =
  /[\s,;(]+(?:every week|each week|weekly|w[öo]chentlich|hebdomadaire|semanal(?:mente)?|settimanale|wekelijks|ugentlig[t]?|varje vecka|hver uke|co tydzie[ńn])\)?\.?$/iu

/** The same in front of a day with its time. */
const repeatedly =
  /^(?:(?:occurs |repeats |weekly )?(?:on|every|each)|weekly|jeden|jede woche|tous les|chaque|cada|todos los|ogni|elke|hver|varje)[\s,:]+(?=\p{L})|^(?:毎週|每周|每週|매주)\s*/iu

/** "2ª feira" is Monday. */
const ofPortugal: Record<string, string> = {
  2: "segunda",
  3: "terca",
  4: "quarta",
  5: "quinta",
  6: "sexta",
}

const ofVietnam: Record<string, string> = Object.fromEntries(
  "hai 2 mon|ba 3 tue|tu 4 wed|nam 5 thu|sau 6 fri|bay 7 sat".split("|").flatMap((line) => {
    const [word = "", digit = "", day = ""] = line.split(" ")
    return [
      [word, day],
      [digit, day],
    ]
  }),
)

/** The weekday, 1 Monday to 7 Sunday, from its name or abbreviation in the languages of the lists that we read. */
export function parseWeekday(text: string): Cell<Weekday> {
  // Without its accent it is a title.
  const name = fold(text.replace(/^\s*śr\.?\s*$/iu, "środa"))
    .replace(everyWeek, "")
    .replace(/^([2-6])(?: ?[aª](?: feira)?| feira)$/, (_, day: string) => ofPortugal[day] ?? day)
    .replace(/ feira$/, "")
    .replace(/^chu nhat$/, "sun")
    // "Thứ 4" is Wednesday, and "Thu 4" a Thursday.
    .replace(/^thu (hai|ba|tu|nam|sau|bay|[2-7])$/, (day, said: string) =>
      /^\s*thứ/iu.test(text.normalize("NFC")) ? (ofVietnam[said] ?? day) : day,
    )
  const day = weekdays.get(name) ?? weekdays.get(name.replace(/(?:s|ar|er|(?<=\p{L}{6})en?)$/u, ""))
  if (day) return { ok: true, value: day }
  const named = name.split(/ (?:and |und |et |y )?/).flatMap((word) => weekdays.get(word) ?? [])
  const several = named.length > 1
  // "Mardi / Tuesday".
  const [first] = named
  if (first && several && named.length === name.split(" ").length && new Set(named).size === 1)
    return { ok: true, value: first }
  const message = several
    ? `“${shorten(text)}” names several days. Give each day its own row, or add the second lesson after the import.`
    : `“${shorten(text)}” isn’t a day of the week.`
  return { ok: false, message }
}

const letters = new Map(Object.entries(englishLetters).filter(([letter]) => letter !== "s"))
/** "TTh", "MWF": a timetable's days without anything between. */
const joinedLetters = /^(?!FR$)(?:M|Th|Tu|T|W|R|F|Sa|Su){2,4}$/
const dayLetters = /M|Th|Tu|T|W|R|F|Sa|Su/g

/** The names of two to four days in one cell, "T/Th" or "Wed & Fri"; none for any other text. */
export function severalDays(text: string): string[] {
  if (text.length > 60) return []
  const parts = joinedLetters.test(text.trim())
    ? (text.match(dayLetters) ?? [])
    : text.split(betweenParts).map((part) => part.trim())
  if (parts.length < 2 || parts.length > 4) return []
  const days = parts.map((part) => letters.get(fold(part)) ?? part)
  const values = days.flatMap((day) => {
    const read = parseWeekday(day)
    return read.ok ? [read.value] : []
  })
  return new Set(values).size === days.length ? days : []
}

/** The lessons that one cell names, each with its day: "Mon 4pm / Wed 5pm", "M/W 4:00-4:30"; none for a single one. */
export function severalLessons(text: string): string[] {
  if (text.length > 80) return []
  const isDated = (part: string) => {
    const read = parseLessonTime(part)
    return read.ok && read.value.weekday !== null && read.value.time !== null
  }
  const parts = text.split(betweenParts).filter(Boolean)
  if (parts.length > 1 && parts.length <= 4 && parts.every(isDated)) return parts
  const [, days = "", time = ""] = /^([^\d]+?)[\s,:@]*(\d.*)$/u.exec(text.trim()) ?? []
  const found = severalDays(days).map((day) => `${day} ${time}`)
  return found.every(isDated) ? found : []
}

const betweenParts = /\s*(?:[/,;&+\n]|\s(?:and|und|et|y)\s)\s*/iu

/**
 * The time of day, as "HH:MM": "2:00 PM", "2pm", "14:00", "14.00", "14h30", "14 Uhr 30", "9 Uhr".
 * A time before six in the morning comes with a warning, for 2:00 is mostly meant to be 2:00 PM.
 */
export function parseTime(text: string): Cell<string> {
  const line = inFigures(text.trim())
    .toLowerCase()
    .replace(/^(?:午後|下午|晚上|오후)\s*(.+)$/u, "$1pm")
    .replace(/^(?:午前|上午|早上|오전)\s*(.+)$/u, "$1am")
    .replace(
      /(?<=\d)\s*[時时点點시]\s*(?:(\d{1,2})\s*[分분]?|(半|반))?/u,
      (_, minutes, half) => `:${half ? "30" : (minutes ?? "00")}`,
    )
    .replace(/(?<=\d)\s*u(?:ur|hr)?\b\.?/, "h")
    .replace(/(?<=\d)u(?=\d)/, "h")
    .replace(/^(?:kl|klokken|klockan|ore|om)\b\.?\s*(\d{1,2})$/, "$1h")
    .replace(/^(?:kl|klokken|klockan|ore|om)\b\.?\s*(?=\d)/, "")
    .replace(/(?<=\d)\s*(?:μ\.?\s?μ\.?|م)$/u, "pm")
    .replace(/(?<=\d)\s*(?:π\.?\s?μ\.?|ص)$/u, "am")
    .replace(/(?<=\d)\s*[ap]\.\s?m\.?$/, (half) => half.replace(/[.\s]/g, ""))
    .replace(/(?<=\d)\s*([ap])$/, "$1m")
  const found =
    /^(\d{1,2})(?:[:.](\d{2}))(?::00)?(?:\s*(am|pm)|\s*uhr|\s*h)?$/.exec(line) ??
    /^(\d{1,2})()\s*(am|pm|uhr|h)$/.exec(line) ??
    /^(\d{1,2})\s*(?:uhr|h)\s*(\d{2})$/.exec(line) ??
    /^(?!19[5-9]\d$|20[0-4]\d$)(\d{1,2})([0-5]\d)\s*(am|pm)?$/.exec(line)
  if (/^(?:12(?::00)?\s*)?(?:noon|midday|mittags?|midi|mediod[ií]a)$/.test(line))
    return { ok: true, value: "12:00" }
  const refused = {
    ok: false,
    message: `“${shorten(text)}” isn’t a time. Write it like 2:00 PM or 14:00.`,
  } as const
  // A spreadsheet counts a time as a part of the day, and shows that where the cell lost its format.
  const part = /^0?[.,](\d{3,})$/.exec(line)
  if (part) {
    const minutes = Math.round(Number(`0.${part[1]}`) * 1440)
    return { ok: true, value: timeOf(minutes) }
  }
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
    warning: `${shorten(text)} is before 6 AM. Did you mean the afternoon?`,
    group: "The lesson is before 6 AM. Did you mean the afternoon?",
  }
}

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

const saysHalf = /[ap]\.?\s?m\b|[πμ]\.?\s?μ|\d\s?[مص]|\d\s?[ap]\b|uhr|\d\s?h/i

/** Whether cells write times from 0 to 24, as "14:00" and "09:30" do. */
export const countsTo24 = (cells: readonly string[]): boolean =>
  cells.some((cell) => !saysHalf.test(cell) && /(?:^|[^\d:.])(?:0\d|1[3-9]|2[0-4])[:.]\d{2}/.test(cell))

/** Whether a time, as it was read, doesn't say which half of the day it is in: "4:00", "7-7:30". Lessons before eight are mostly in the afternoon. */
export function isOpenHalf(text: string, time: string, is24: boolean): boolean {
  if (saysHalf.test(text) || /(?:^|[^\d:.])0\d/.test(text) || /[.,]\d{3,}/.test(text)) return false
  return time >= "01:00" && time < (is24 ? "06:00" : "08:00")
}

/** The same time in the other half of the day. */
export const inAfternoon = (time: string): string => timeOf((minutesOfDay(time) + 720) % 1440)

/** The length from a start to an end, which may leave out the half of the day; null when it is no lesson's. */
export function minutesBetween(start: string, end: string): number | null {
  const minutes = minutesOfDay(end) - minutesOfDay(start)
  const length = minutes <= 0 ? minutes + 720 : minutes
  return length >= 5 && length <= 600 ? length : null
}

/** A lesson's weekday, time and length as far as one cell says them. */
export type LessonTime = { weekday: Weekday | null; time: string | null; minutes: number | null }

const timeWithLength =
  /^(?<time>.*?\d(?:\s*(?:h|u|uhr|uur|[ap]\.?m\.?))?)\s*[,(/]?\s*(?<length>\d{1,3}\s*(?:mins?|minutes?|minuten|minutos|minutter|minuter)\.?|(?<=[\s,(/])\d{2,3}\s*(?:m|['’′]))\)?$/i
/** No one writes a lesson’s time in more letters; on long cells these patterns would take minutes. */
const longestTime = 200
const betweenTimes = /\s*[-–—−~〜～]\s*|\s+(?:to|until|till?|bis|a|à|hasta|às|até)\s+(?:kl\.?\s+)?/iu

/**
 * Day, time and length from one cell: "Mo 15:30–16:15", "Tue 4pm-4:45pm", "mardi de 14h30 à 15h15", "Wed 4:00 PM, 45 min",
 * "15:30-16:15". What the cell does not say is null; a cell that says something else is refused.
 */
export function parseLessonTime(text: string): Cell<LessonTime> {
  if (text.length > longestTime)
    return { ok: false, message: `“${shorten(text)}” isn’t a time. Write it like 2:00 PM or 14:00.` }
  const { weekday, rest } = takeWeekday(inFigures(text.trim().replace(repeatedly, "")))
  if (weekday && rest === "") return { ok: true, value: { weekday, time: null, minutes: null } }
  const bare = rest
    .replace(
      /^(?:[@/|–-]\s*|(?:from|at|von|um|de|à|a las|de las|fra|från|kl\.?|klokken|klockan|ore|alle|om|klo)\s+)+(?=\d)/iu,
      "",
    )
    .replace(/\blas\s+(?=\d)/giu, "")
  const withLength = timeWithLength.exec(bare)?.groups
  if (withLength?.time && withLength.length) {
    const start = parseTime(withLength.time)
    const length = parseMinutes(withLength.length)
    if (!start.ok) return start
    if (!length.ok) return length
    return { ok: true, value: { weekday, time: start.value, minutes: length.value }, warning: start.warning }
  }
  const [from = "", until, ...more] = bare.split(betweenTimes)
  if (until === undefined || more.length > 0) {
    const start = parseTime(bare)
    return start.ok ? { ...start, value: { weekday, time: start.value, minutes: null } } : start
  }
  // "3:30-4" ends on the hour.
  const end = parseTime(/^\d{1,2}$/.test(until) && /\d[:.]\d{2}$/.test(from) ? `${until}:00` : until)
  if (!end.ok) return end
  const start = startBefore(from, until, end.value)
  if (!start.ok) return start
  const isOpen = !saysHalf.test(bare) && start.value >= "09:00" && end.value < "06:00"
  const minutes = minutesOfDay(end.value) - minutesOfDay(start.value) + (isOpen ? 720 : 0)
  if (minutes < 5 || minutes > 600)
    return { ok: false, message: `“${shorten(text)}” isn’t a lesson of 5 to 600 minutes.` }
  return { ok: true, value: { weekday, time: start.value, minutes }, warning: start.warning }
}

/** "At noon for 45 minutes", "morning 10-10:30", "30 Min. / Mo 15.30" as other cells write them. */
function inFigures(text: string): string {
  if (text.length > longestTime) return text
  const [, length = "", rest = ""] =
    /^(\d{1,3}\s*(?:['′]|mins?|minutes?|minuten|minutos)\.?)\s*[/,;–-]\s*(\p{L}.*\d.*)$/iu.exec(text) ?? []
  const [, half = ""] = /\b(?:in the )?(morning|afternoon|evening)s?\b/i.exec(text) ?? []
  const written = (length ? `${rest}, ${length}` : text)
    .replace(/(?<!12(?::00)? ?)\b(?:noon|midday)\b/i, "12:00 pm")
    .replace(/\s*\(([1-9]\d{1,2})\)$/, ", $1 min")
    .replace(everyWeekBehind, "")
    .replace(/\s+[x×]\s+(?=\d{2,3}\s*(?:min|['′]))/i, ", ")
    .replace(/\s+for\s+(?=(?:an?|half|\d+)\s*[\p{L} ]+$)/iu, ", ")
  if (half === "") return written
  const bare = written.replace(/\s*\b(?:in the )?(?:morning|afternoon|evening)s?\b/i, "").trim()
  const hour = Number(/\d{1,2}/.exec(bare)?.[0])
  const isHalf = /morning/i.test(half)
    ? hour >= 5 && hour < 12
    : (hour === 12 && /afternoon/i.test(half)) || hour < 9
  return !isHalf ? text : saysHalf.test(bare) ? bare : `${bare} ${/morning/i.test(half) ? "am" : "pm"}`
}

/** A day's name before or after the rest of the cell. */
function takeWeekday(text: string): { weekday: Weekday | null; rest: string } {
  // "3ª feira 16h00"
  const [, feira = "", ofDay = ""] = /^([2-6])\.?[ªa](?:[\s-]*(?:feira|f\.?))?\s+(.*)$/iu.exec(text) ?? []
  if (feira) return takeWeekday([ofPortugal[feira], ofDay].join(" "))
  const first = /^\(?([\p{L}]+)\.?\)?[,:]?(?:\s+|$|(?=\d))(.*)$/u.exec(text)
  const last = /^(.*\d\S*(?:\s+(?:[ap]m|uhr|h))?),?\s+\(?([\p{L}]+)\.?\)?$/iu.exec(text)
  for (const [name, rest] of [
    [first?.[1], first?.[2]],
    [last?.[2], last?.[1]],
  ]) {
    const day = name ? parseWeekday(name) : undefined
    if (day?.ok) return { weekday: day.value, rest: (rest ?? "").trim() }
  }
  return { weekday: null, rest: text }
}

/** "4-4:45pm": a start without its half of the day, or without its "Uhr", has that of the end, or the morning's before noon. */
function startBefore(from: string, until: string, end: string): Cell<string> {
  const unit = /(?:[ap](?:\.?\s?m\.?)?|uhr|h)$/i.exec(until.trim())?.[0] ?? ""
  const sure = /[ap]\.?\s?m\.?$/i.test(from) || unit === "" || /uhr|h/i.test(unit)
  const asWritten = parseTime(from)
  if (asWritten.ok && sure) return asWritten
  const withUnit = parseTime(`${from} ${unit}`.trim())
  if (withUnit.ok && withUnit.value < end) return withUnit
  const morning = parseTime(`${from} am`)
  return morning.ok && morning.value < end ? morning : asWritten
}

const lengthWords = new Map(
  `30 1 2 hr|half hr|half hour|half an hour|half|halbe stunde|halbe std|1 2 hour|1 2 h|1 2 std|demi heure|media hora|half uur|mezz ora
   45 3 4 hr|3 4 hour|3 4 h|3 4 std|three quarters of an hour|three quarter hour|dreiviertelstunde|dreiviertel stunde|trois quarts d heure|tres cuartos de hora
   60 hour|an hour|one hour|full hour|eine stunde|ganze stunde|une heure|una hora|een uur|un ora
   90 hour and a half|an hour and a half|one and a half hours|anderthalb stunden|eineinhalb stunden|une heure et demie|hora y media
   120 two hours|zwei stunden|deux heures|dos horas`
    .split("\n")
    .flatMap((line) => {
      const [, minutes = "", words = ""] = /(\d+) (.*)/.exec(line) ?? []
      return words.split("|").map((word) => [word.trim(), Number(minutes)] as const)
    }),
)

/** "1 hr 15 min", "1 Std. 30". */
const hoursAndMinutes =
  /^(\d{1,2})\s*(?:h|hrs?|hours?|std|stunden?|heures?|horas?|or[ae]|uur)\.?,?\s*(?:and|und|et|y|e|en)?\s*(\d{1,2})\s*(?:['′’]|m|mns?|mins?|minutes?|minuten|minutos|minuti)?\.?$/i

/** Behind a length that only the next row of a timetable says. */
export const untilNextRow = " min until the next row"

/** Minutes of a lesson, 5 to 600: "45", "45 min", "45 Minuten", "1 h", "1,5 Stunden", "1.5", "0:45", "1h30", "half an hour". */
export function parseMinutes(written: string): Cell<number> {
  const text = written
    .replace(untilNextRow, "")
    .replace(/[\s-]*(?:lessons?|sessions?|unterricht|each|weekly|(?:per|a|\/)\s*week)$/i, "")
    .replace(/^0?(\d:[0-5]\d):00$/, "$1")
    .replace(/(?<=\d)-(?=m)/i, " ")
  const said = lengthWords.get(fold(text.replace("½", "1/2").replace("¾", "3/4")))
  if (said) return { ok: true, value: said }
  const both = hoursAndMinutes.exec(text.trim())
  if (both) return lengthOf(written, Number(both[1]) * 60 + Number(both[2]))
  const clock = /^(\d{1,2})(?::|\s*h\s*)([0-5]\d)(?:\s*(?:mins?|m|h)\.?)?$/i.exec(text.trim())
  if (clock) return lengthOf(written, Number(clock[1]) * 60 + Number(clock[2]))
  // A whole number is minutes; no one teaches a minute and a half.
  const hours = /^(\d{0,2})[.,](5|25|50|75)$/.exec(text.trim())
  if (hours) {
    const minutes = Number(`${hours[1] || 0}.${hours[2]}`) * 60
    const cell = lengthOf(written, minutes)
    const warning = `“${shorten(written)}” was read as hours: ${minutes} minutes.`
    return cell.ok ? { ...cell, warning } : cell
  }
  const found =
    /^(\d{1,4})(?:[.,]0+)?\s*(?:['′’´`]|m|mns?\.?|mins?\.?|minutes?|minuten|minutos|minutter|minuter|minut[iy]?|perc|dk\.?|分鐘|分钟|分間|分|분|мин\.?|минут\p{L}*|λεπτά|λ\.?|دقيقة|דקות)?$/iu.exec(
      text.trim(),
    ) ??
    /^(\d{1,2}(?:[.,](?:5|25|50|75))?)\s*(h|hrs?|hours?|std\.?|stunden?|heures?|horas?|or[ae]|uur|uren|godz\.?|timm[ae]r?|timer?)\.?$/i.exec(
      text.trim(),
    )
  const number = Number((found?.[1] ?? "").replace(",", ".")) * (found?.[2] ? 60 : 1)
  return lengthOf(written, found ? number : 0)
}

function lengthOf(text: string, minutes: number): Cell<number> {
  if (minutes >= 5 && minutes <= 600) return { ok: true, value: minutes }
  return { ok: false, message: `“${shorten(text)}” isn’t a lesson length. Enter 5 to 600 minutes.` }
}

// How often a lesson is, where a list says that it isn't every week.

const day = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b`
/** Every second week, whichever. */
const everyOther = new RegExp(
  String.raw`\b(?:every (?:other|second|2nd|two|2) (?:weeks?\b(?: on\b)?|(?=${day}))|every fortnight\b|(?:bi-?weekly|fortnightly)\b(?: on\b)?|alternat(?:e|ing) (?:weeks?\b|(?=${day}))|(?:every other|alternat(?:e|ing))(?=\W*$))|\b(?:14-?t[äa]g(?:ig|lich|l\.?)|alle (?:zwei|2) wochen|zweiw[öo]chentlich|jede zweite woche|(?:tous|toutes) les (?:15 jours|quinze jours|deux semaines|2 semaines)|(?:une|1) semaine sur (?:deux|2)|cada (?:dos|2) semanas|cada (?:15|quince) d[íi]as|quincenal|ogni (?:due|2) settimane|quindicinale|om de week|tweewekelijks|quinzenal|co (?:dwa|2) tygodnie|varannan vecka|hver anden uge|annenhver uke)(?!\p{L})`,
  "iu",
)
/** Another rhythm, or one of two weeks that the list tells apart. "Monthly" alone is mostly how it is paid. */
const another =
  /\b(?:weeks? [ab](?=\W*$)|[ab] weeks|(?:odd|even) weeks?|(?:un)?gerade (?:kw|wochen?)|(?:1st|first|2nd|second)\s*(?:&|and|\+|\/|,)\s*(?:3rd|third|4th|fourth)|(?:1st|first|2nd|second|3rd|third|4th|fourth|last) \p{L}+day (?:of|in) (?:the|each|every|a) month|(?:once|twice|1x|2x) ?(?:\/|per |a )month|every (?:(?:other|second|2nd|two|2|three|3) (?:months?|days?)|(?:three|3|four|4) weeks|month))\b/iu
/** "Biweekly (2x per week)" is no other week. */
const perWeek = /\b(?:twice|two times|2 ?x|2 times)\b/i

/** Whether a text says that a lesson is every other week, or in another rhythm than the weekly one. */
export function rhythmIn(text: string): "every-other" | "another" | null {
  if (text.length > 400) return null
  if (another.test(text)) return "another"
  return everyOther.test(text) && !perWeek.test(text) ? "every-other" : null
}

/** The same of a cell that says nothing else but a day, as one in a column of rhythms does. */
export function rhythmOnlyIn(text: string): "every-other" | "another" | null {
  const rest = text
    .slice(0, 400)
    .replace(another, "")
    .replace(everyOther, "")
    .replace(/^\W+|\W+$/g, "")
  return rest === "" || parseWeekday(rest).ok ? rhythmIn(text) : null
}

/** "Every other Tuesday 4:00" without what says how often. */
export const withoutRhythm = (text: string): string =>
  rhythmIn(text) === "every-other"
    ? text
        .replace(everyOther, " ")
        .replace(/\(\s*\)/, "")
        .trim()
    : text

/** Whether a heading is of how often lessons are. */
export const isOfRhythm = (heading: string): boolean =>
  /^(?:lesson |class )?(?:frequency|freq|recurrence|recurring|recurs|repeats?|how often|rhythm|rhythmus|turnus|h[äa]ufigkeit|intervall?|fr[ée]quence|frecuencia|frequenza|frequ[êe]ncia|frequentie|cz[ęe]stotliwo[śs][ćc]|hyppighed|hyppighet|frekvens)(?: of (?:the )?lessons?)?$/iu.test(
    heading.trim().replace(/\.$/, ""),
  )
