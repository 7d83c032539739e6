// Day, time and length of a row's lesson from up to three columns, of which each may say more than its heading does.
import type { Weekday } from "~/utils/dates"
import type { FieldKey } from "./roster-field-names"
import { timedLesson } from "./roster-lesson-name"
import { allHalves, answerTo, halfKey } from "./roster-questions"
import { copyToNotes, type RowFrame, type RowReading } from "./roster-reading"
import { shorten } from "./roster-text"
import {
  inAfternoon,
  isOpenHalf,
  type LessonTime,
  minutesBetween,
  parseLessonTime,
  parseMinutes,
  parseTime,
  parseWeekday,
  rhythmIn,
  rhythmOnlyIn,
  withoutRhythm,
} from "./roster-times"
import { type Cell, told } from "./roster-values"

type Take = <Value>(field: FieldKey, parse: (text: string) => Cell<Value>) => Value | null

type Read = { weekday: Weekday | null; time: string | null; minutes: number | null; isEveryOther: boolean }

/** What the columns say together. Where they disagree the column of its own decides, and the row says so. */
export function readLessonTime(reading: RowReading, take: Take, frame: RowFrame): Read {
  const rhythm = rhythmOf(reading)
  if (rhythm?.is === "another") return withoutLesson(reading, rhythm.text)
  const bare = (text: string) => frame.dayWord(rhythm ? withoutRhythm(text) : text)
  const inDay = take("weekday", (text) => wholeCell(bare(text), "weekday"))
  const inTime = take("time", (text) => wholeCell(bare(text), "time"))
  const end = take("endTime", (text) => withoutWarning(parseTime(text.replace(/^\s*\d{1,2}\s*$/, "$&:00"))))
  const minutes = take("minutes", parseMinutes)
  const weekday = inDay?.weekday ?? inTime?.weekday ?? null
  const time = halfChosen(reading, frame, inTime?.time ?? inDay?.time ?? null)
  const untilEnd = time && end ? minutesBetween(time, end) : null
  if (time && end && untilEnd === null) {
    copyToNotes(reading, "endTime")
    const message = "The lesson’s end isn’t 5 to 600 minutes after its start. The cell is kept in the notes."
    reading.warnings.push({
      field: "endTime",
      code: "dropped",
      message,
      value: reading.cells.endTime?.text ?? "",
    })
  }
  const between = inTime?.minutes ?? inDay?.minutes ?? untilEnd
  const differs =
    (inTime?.weekday != null && inTime.weekday !== weekday) ||
    (inDay?.time != null && inTime?.time != null && inDay.time !== inTime.time) ||
    (between !== null && minutes !== null && between !== minutes)
  if (differs) {
    copyToNotes(reading, "weekday", "time", "endTime")
    const message =
      "The columns for this lesson’s day, time and length don’t agree. We used the day and length columns and kept the cells in the notes."
    const value = (reading.cells.time ?? reading.cells.weekday)?.text ?? ""
    reading.warnings.push({ field: "time", code: "unusual", message, value })
  }
  return { weekday, time, minutes: minutes ?? between, isEveryOther: rhythm !== null }
}

/** What a lesson's cells, or a column of rhythms, say of how often it is. */
function rhythmOf({ cells, rhythm }: RowReading): { is: "every-other" | "another"; text: string } | null {
  const ofColumn = rhythm === undefined ? null : rhythmOnlyIn(rhythm)
  if (rhythm !== undefined && ofColumn) return { is: ofColumn, text: rhythm }
  const when = [cells.weekday?.text, cells.time?.text, cells.minutes?.text].flatMap((text) => text ?? [])
  const what = [cells.classKind?.text, cells.instrument?.text].flatMap((text) => text ?? [])
  const saying = (texts: readonly string[], is: "every-other" | "another") =>
    texts.flatMap((text) => (rhythmIn(text) === is ? [{ is, text }] : []))[0]
  // "Monthly" beside what is taught is how it is paid.
  return saying(when, "another") ?? saying([...when, ...what], "every-other") ?? null
}

/** A lesson in another rhythm than that of one or two weeks is a note. */
function withoutLesson(reading: RowReading, text: string): Read {
  const { message, group } = told.notWeekly(shorten(text))
  reading.warnings.push({ field: "time", code: "dropped", message, group, value: text })
  const fields = ["weekday", "time", "endTime", "minutes"] as const
  copyToNotes(reading, ...fields)
  for (const field of fields) delete reading.cells[field]
  return { weekday: null, time: null, minutes: null, isEveryOther: false }
}

const withoutWarning = <Value>(cell: Cell<Value>): Cell<Value> =>
  cell.ok ? { ok: true, value: cell.value } : cell

/** A time that doesn't say its half of the day is in the afternoon, unless the person says otherwise. */
function halfChosen(reading: RowReading, frame: RowFrame, time: string | null): string | null {
  const text = (reading.cells.time ?? reading.cells.weekday)?.text ?? ""
  if (time === null || !isOpenHalf(text, time, frame.is24)) return time
  const rows = frame.doubts.halves.get(text)
  if (rows) rows.push(reading.rowNumber)
  else frame.doubts.halves.set(text, [reading.rowNumber])
  const key = frame.answers[allHalves] === undefined ? halfKey(text) : allHalves
  return answerTo(frame.answers, key, ["am", "pm"], "pm") === "pm" ? inAfternoon(time) : time
}

/** A plain day or time, or all of a lesson in one cell; the refusal is that of the plain one. */
function wholeCell(written: string, field: "weekday" | "time"): Cell<LessonTime> {
  // A spreadsheet leaves out the zero of "3.30"; "3.5" can be half past as well.
  const text = field === "time" ? written.replace(/^\s*(\d{1,2}[.,][1-4])\s*$/, "$10") : written
  const nothing: LessonTime = { weekday: null, time: null, minutes: null }
  const plain = field === "weekday" ? parseWeekday(text) : withoutWarning(parseTime(text))
  if (plain.ok) return { ...plain, value: { ...nothing, [field]: plain.value } }
  const whole = withoutWarning(parseLessonTime(timedLesson(text)?.time ?? text))
  const isMore = whole.ok && (whole.value.weekday !== null || whole.value.minutes !== null)
  if (isMore) return whole
  const onHours = text.length > 40 ? text : text.replace(bareHours, "$&:00")
  const inHours = onHours === text ? plain : wholeCell(onHours, field)
  return inHours.ok ? inHours : plain
}

/** "4" and "4-5" in a column of times are hours. */
const bareHours =
  /(?<![\d:.,/])\d{1,2}(?![\d:.,/'′’]|\s*(?:[ap]\b|[ap]\.?\s?m\b|uhr|u\b|h\b|m\b|mi?ns?\b|minute))/gi

/** A day without a time, or a time without a length, is a lesson no one can hold. */
export function checkSchedule(reading: RowReading, frame: RowFrame): void {
  const { values, cells } = reading
  const { defaultMinutes } = frame
  if (values.weekday && values.time && values.minutes === null && !cells.minutes)
    values.minutes = defaultMinutes
  if (values.status === "former" || (!cells.weekday && !cells.time)) return
  const said = cells.notes?.text ?? ""
  if (values.weekday && values.time && !reading.rhythm && !values.isEveryOther && rhythmIn(said)) {
    const { message, group } = told.weeklyThough(shorten(said))
    reading.warnings.push({ field: "notes", code: "unusual", message, group, value: said })
  }
  const isRefused = (field: FieldKey) =>
    [...reading.problems, ...reading.warnings].some(
      (issue) => issue.field === field && (issue.code === "cell" || issue.code === "dropped"),
    )
  // What was refused was said already; a refused time may have held the day or the length, too.
  const isUnclear = isRefused("weekday") || isRefused("time")
  const parts = [
    { field: "weekday", name: "day", given: values.weekday !== null || isUnclear },
    { field: "time", name: "time", given: values.time !== null || isUnclear },
    {
      field: "minutes",
      name: "length",
      given:
        values.minutes !== null ||
        cells.minutes !== undefined ||
        cells.endTime !== undefined ||
        defaultMinutes !== null ||
        isUnclear,
    },
  ] as const
  const missing = parts.filter((part) => !part.given)
  if (!missing[0]) return
  const listText = (list: readonly { name: string }[]) => list.map((part) => part.name).join(" and no ")
  const givenParts = parts.filter((part) => part.given && cells[part.field]).map((part) => `a ${part.name}`)
  const message = `The lesson has ${givenParts.join(" and ") || "a cell"}, but no ${listText(missing)}.`
  const { field } = missing[0]
  // What the file has no column for keeps no one out.
  const lacksColumn = field !== "minutes" && !Object.values(frame.mapping).includes(field)
  if (frame.unreadable === "leave-out" && !lacksColumn)
    reading.problems.push({ field, code: "schedule-incomplete", message, value: "" })
  else {
    const warning = `${message} The student is imported without it.`
    reading.warnings.push({ field, code: "dropped", message: warning, group: warning, value: "" })
  }
}
