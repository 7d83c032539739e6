// What lessons are called in other programs: "Piano Private 30", "Guitar lesson (45 min) with Ms. Novak", "Group Violin". The
// instrument, the kind, the length and the teacher are told apart only where nothing else is said.
import type { Weekday } from "~/utils/dates"
import { fold } from "~/utils/names"
import { instruments } from "./roster-synonyms"
import { cleanLine } from "./roster-text"
import { parseLessonTime, parseMinutes, parseWeekday, severalLessons } from "./roster-times"
import { type ClassKind, parseClassKind } from "./roster-values"

export type LessonName = {
  instrument: string
  kind: ClassKind | null
  minutes: number | null
  teacher: string | null
  weekday: Weekday | null
}

const ofLessons = new Set(
  "lesson lessons tuition class classes session sessions unterricht stunde cours clase clases les lezione weekly".split(
    " ",
  ),
)
const kindWords =
  /^(?:private|privates|individual|individuell|pvt|priv|group|einzel|enskilt?d?|indywidualn\p{L}*|gruppen?|individuel|collectif|particular|trial|1 1)$/u
const lengthIn =
  /[([]?\b(\d{2,3})\s*-?\s*(?:(?:mins?|minutes?|minuten|minutos)\b\.?|['′](?!\w)|(?=\W*$))[)\]]?/i
const taughtBy =
  /\s+(?:with\s|w\/|bei\s|avec\s|con\s|bij\s|hos\s|chez\s|med\s)\s*(\p{L}[\p{L}\p{M}.'’ -]*)$/iu

/** "Piano", and what is taught of it in one word: "pianoles", "Klavierunterricht". */
const isOfInstrument = (word: string): boolean => {
  const stem = word.replace(/(?:les|unterricht|stunde|lektion|undervisning)$/, "")
  return [word, stem, stem === word ? word : stem.replace(/n$/, "")].some((each) =>
    instruments.includes(each),
  )
}

/** "PNO30", a code of what is taught and how long, in words. */
const withoutCode = (line: string): string =>
  line.replace(/^(\p{L}{2,10})-?(\d{2})(?=\s|$)/u, (code, name: string, length: string) =>
    instruments.includes(fold(name)) ? [name, length, "min"].join(" ") : code,
  )

/** Whether a word or two name an instrument. */
const isInstrument = (text: string): boolean => {
  const words = fold(text).split(" ")
  return words.length <= 2 && words.some(isOfInstrument)
}

/** Tells a lesson's name apart; null where it is no more than an instrument, or something else. */
export function readLessonName(text: string): LessonName | null {
  const line = withoutCode(cleanLine(text))
  if (line.length > 80 || !/[\s(–-]/.test(line)) return null
  const teacher = taughtBy.exec(line)?.[1] ?? null
  const untimed = teacher === null ? line : line.replace(taughtBy, "")
  const [, before = "", named = ""] = /^(.*?)[\s,(–-]+(\p{L}{3,})\)?$/u.exec(untimed) ?? []
  const day = parseWeekday(named)
  const weekday = day.ok ? day.value : null
  const untaught = day.ok ? before : untimed
  const length = lengthIn.exec(untaught)
  const minutes = length ? parseMinutes(length[1] ?? "") : null
  if (minutes && (!minutes.ok || minutes.value > 180)) return null
  const words = (length ? untaught.replace(length[0], " ") : untaught).split(/[\s,;:()/–-]+/u).filter(Boolean)
  let kind: ClassKind | null = null
  const rest = words.filter((word) => {
    const folded = fold(word)
    const read = kindWords.test(folded) ? parseClassKind(folded.replace(/s$/, "")) : null
    if (read?.ok && kind === null) kind = read.value
    else if (!ofLessons.has(folded)) return true
    return false
  })
  // "E-Gitarre" keeps its hyphen.
  const [whole, hyphened] = [rest.join(" "), rest.join("-")]
  const instrument = untaught.includes(hyphened) ? hyphened : whole
  const saysMore = teacher !== null || weekday !== null || length !== null || rest.length < words.length
  return saysMore && isInstrument(instrument)
    ? { instrument, kind, minutes: minutes?.ok ? minutes.value : null, teacher, weekday }
    : null
}

/** Whether a text has the name of an instrument in it. */
export const saysInstrument = (text: string): boolean => fold(text).split(" ").some(isOfInstrument)

type TimedLesson = { name: string; time: string; hasLength: boolean; teacher?: string }

/** "Piano Tue 4:00-4:30pm", "Wed 5pm Violin": what is taught beside a day and time; null for any other text. */
export function timedLesson(text: string): TimedLesson | null {
  if (text.length > 80 || !/\d/.test(text)) return null
  const line = cleanLine(text)
  return (saysInstrument(text) ? besideTime(line) : null) ?? saidFreely(line)
}

const titled =
  /[\s,;–-]+(?:(?:with|w\/|bei|mit|avec|con)\s+)?((?:ms|mrs|mr|miss|mx|dr|prof|fr|frau|hr|herr|mme|sr|sra|sig)\b\.?\s\p{L}[\p{L}\p{M}.'’ -]*)$/iu
const lengthAmong =
  /[([,]?\s*\b(\d{2,3})\s*-?\s*(?:(?:mins?|minutes?|minuten|minutos|m)\b\.?|['′’](?!\w))\s*[)\]]?/i
/** "Piano (Mme Roy) mardi 17h" */
const inside =
  /\s*\(((?:ms|mrs|mr|miss|mx|dr|prof|fr|frau|hr|herr|mme|m|sr|sra|sig)\b\.?\s\p{L}[\p{L}\p{M}.'’ -]*)\)/iu
/** "Ana: Mon 4:00" */
const inFront = /^(\p{Lu}[\p{L}\p{M}.'’-]+(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,2})\s*:\s+(?=\p{L}+\.?,? *\d)/u
const lengthBehind = /\(\s*(\d{2,3})\s*\)$/
const clock = String.raw`\d{1,2}(?:[:.h]\d{2})?\s*(?:[ap]\.?m\.?|uhr\b|uur\b|[uh]\b)?`
const timeAmong = new RegExp(
  String.raw`(?<![\d.:])${clock}(?:\s*(?:[-–—~]|to\b|bis\b|à\b|a\b)\s*${clock})?`,
  "i",
)

/** "Piano - Mon, 4:00 PM (30 min) - Ms. Lee", "Mo 15:30-16:00 bei Fr. Schmidt": the same in any order, where it says nothing else. */
function saidFreely(written: string): TimedLesson | null {
  const line = withoutCode(written)
  const length = lengthAmong.exec(line) ?? lengthBehind.exec(line)
  const lasting = length ? line.replace(length[0], " ").trim() : line
  const said = [inside, titled, taughtBy, inFront]
    .map((each) => each.exec(lasting)?.[1]?.trim())
    .find(Boolean)
  const untimed = said
    ? [inside, titled, taughtBy, inFront].reduce((text, each) => text.replace(each, ""), lasting)
    : lasting
  const day = untimed.match(/\p{L}+/gu)?.find((word) => word.length > 1 && parseWeekday(word).ok)
  const [time] = timeAmong.exec(untimed) ?? []
  if (!day || !time || (!said && !saysInstrument(line))) return null
  const parts = untimed
    .replace(time, " ")
    .replace(new RegExp(`(?<!\\p{L})${day}(?!\\p{L})\\.?`, "u"), " ")
    .replace(/(?<!\p{L})(?:at|for|on|every|um|jeden|à|le)(?!\p{L})/giu, " ")
    .split(/\s*[,;:@()–-]+\s*/)
    .map(cleanLine)
    .filter(Boolean)
  // "Piano (Ana, Mon 4:00 PM)": one part is taught, and another is who teaches.
  const [by = ""] = parts.length === 2 && !said ? parts.filter((part) => !saysInstrument(part)) : []
  const isTaughtBy = /^\p{Lu}[\p{L}\p{M}.'’-]+(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,2}$/u.test(by)
  const teacher = said ?? (isTaughtBy ? by : undefined)
  const name = (isTaughtBy ? parts.filter((part) => part !== by) : parts).join(" ")
  const read = parseLessonTime(`${day} ${time.trim()}`)
  if (!read.ok || read.value.time === null || (name !== "" && !namesInstrument(name))) return null
  const minutes = length && read.value.minutes === null ? [",", length[1], "min"].join(" ") : ""
  const hasLength = length !== null || read.value.minutes !== null
  return { name, time: `${day} ${time.trim()}${minutes}`, hasLength, ...(teacher ? { teacher } : {}) }
}

function besideTime(line: string): TimedLesson | null {
  const [by = ""] = taughtBy.exec(line) ?? []
  const words = line.slice(0, line.length - by.length).split(" ")
  for (let at = 1; at < words.length; at++)
    for (const isTimeFirst of [false, true]) {
      const parts = [words.slice(0, at).join(" "), words.slice(at).join(" ")]
      const [name = "", time = ""] = isTimeFirst ? parts.reverse() : parts
      const plain = name.replace(/^[\s,:(–-]+|[\s,:(–-]+$/g, "")
      const isWhole = plain.split("(").length === plain.split(")").length
      const when = time.replace(/^[(–-]\s*|\)$/g, "")
      const read = isWhole && namesInstrument(plain) ? parseLessonTime(when) : null
      if (read?.ok && read.value.weekday !== null && read.value.time !== null)
        return {
          name: `${plain}${by}`,
          time: when,
          hasLength: read.value.minutes !== null || lengthIn.test(plain),
        }
    }
  return null
}

/** The lessons that one cell names, each with its day: "Mon 4pm / Wed 5pm", "Tue 5pm Violin with Ed, Sat 10am Theory"; none for a single one. */
export function lessonsIn(text: string): string[] {
  const plain = severalLessons(text)
  if (plain.length > 0 || text.length > 200) return plain
  const parts = text.split(/\s*[,;\n]\s*(?![^(]*\))/).filter(Boolean)
  return parts.length > 1 && parts.length <= 4 && parts.every((part) => timedLesson(part)) ? parts : []
}

/** Whether a cell names what is taught, alone or in a lesson's name. */
export const namesInstrument = (text: string): boolean => isInstrument(text) || readLessonName(text) !== null
