import { Link } from "~/components/ui/button"
import { NoteHead, type NoteHeadKind } from "~/components/ui/note-head"
import { Status } from "~/components/ui/status"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import {
  type MarkedLesson,
  marksOf,
  type RhythmLine,
  type RhythmMonth,
  rhythmOf,
} from "~/models/overview/record/student-record"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** The note head and the word of each mark. */
export const signs: Record<MarkCode, { head: NoteHeadKind; tone?: "bad"; word: string }> = {
  present: { head: "on", word: "present" },
  late: { head: "half", word: "late" },
  excused: { head: "open", word: "excused" },
  absent: { head: "x", tone: "bad", word: "absent" },
  cancelled: { head: "rest", word: "canceled" },
}

/** More classes than this are folded away. */
const linesAtOnce = 5

type RhythmProps = {
  lessons: MarkedLesson[]
  day: string
  /** the last day of the term */
  until: string
}

/** A student's attendance as notes on a line for each class; the same week is at the same place in all of them. */
export function Rhythm({ lessons, day, until }: RhythmProps) {
  const { months, lines, thisWeek } = rhythmOf(lessons, { day, until })
  if (lines.length === 0)
    return <p className="dim">No attendance this term yet. Take it after a lesson to see it here.</p>
  const marked = marksOf(lessons)
  const total = [...marked.values()].reduce((sum, n) => sum + n, 0)
  const rest = lines.slice(linesAtOnce)
  return (
    <>
      <Lines months={months} lines={lines.slice(0, linesAtOnce)} thisWeek={thisWeek} />
      {rest.length > 0 ? (
        <details className="disclosure">
          <summary>{countOf(rest.length, "more class", "more classes")}</summary>
          <Lines months={months} lines={rest} thisWeek={thisWeek} />
        </details>
      ) : null}
      <p className="legend">
        <span>{countOf(total, "lesson")} this term:</span>
        {(Object.keys(signs) as MarkCode[]).map((code) => {
          const { head, tone, word } = signs[code]
          const n = marked.get(code) ?? 0
          return n === 0 ? null : (
            <Status key={code} head={head} tone={tone}>
              {word} {formatNumber(n)}
            </Status>
          )
        })}{" "}
        <span>blue line: today</span>
      </p>
    </>
  )
}

type LinesProps = { months: RhythmMonth[]; lines: RhythmLine[]; thisWeek: string }

function Lines({ months, lines, thisWeek }: LinesProps) {
  return (
    <div className="rhythm">
      <p className="rhythm-months" aria-hidden="true">
        {months.map(({ month, weeks, isAhead }) => (
          <span key={month} className={lookOf(weeks, isAhead)}>
            {`${formatDate(`${month}-01`, "day").replace(/[\d\s]/g, "")} `}
          </span>
        ))}
      </p>
      {lines.map(({ classId, className, lessonsIn }) => (
        <div key={classId} className="rhythm-class">
          <h3>
            <Link to={paths.class(classId)}>{className}</Link>
          </h3>
          <div className="rhythm-line">
            {months.map(({ month, weeks, isAhead }) => (
              <span key={month} className={lookOf(weeks, isAhead)}>
                {weeks.map((week) => (
                  <span key={week} className={week === thisWeek ? "rhythm-week this-week" : "rhythm-week"}>
                    {(lessonsIn[week] ?? []).map((lesson) => (
                      <Note key={lesson.sessionId} lesson={lesson} />
                    ))}
                  </span>
                ))}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

const lookOf = (weeks: readonly string[], isAhead: boolean) =>
  [`weeks-${weeks.length}`, isAhead ? "ahead" : ""].join(" ").trim()

function Note({ lesson: { sessionId, localDate, code, statusName } }: { lesson: MarkedLesson }) {
  const sign = code ? signs[code] : undefined
  return (
    <Link to={paths.session(sessionId)} className={sign?.tone}>
      <NoteHead kind={sign?.head ?? "open"} />
      <span className="visually-hidden">
        {`${formatDate(localDate, "day")}: ${statusName ?? sign?.word ?? "attendance missing"} `}
      </span>
    </Link>
  )
}
