import { useFetcher } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import type { AbsentLesson, Choices } from "~/models/attendance/absence/absence"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { arrangeFormId } from "./draft-line"
import { FamilyLetters, type Letters } from "./family-letters"
import { HoursReason } from "./hours-reason"
import { LessonChoice } from "./lesson-choice"

type Page = {
  off: { teacherName: string }
  days: { date: string; lessons: AbsentLesson[] }[]
  more: number
  choices: Choices
  outsideHours: number
  hoursReason: string
  seen: string
  arranged: number
  totals: { lead: string; rest: string }
  letters: Letters
  currency: string
}

type ArrangeFormProps = {
  page: Page
  formKey: string
  /** why some lessons can't be arranged as chosen, by their id */
  problems: Record<string, string>
  /** the choices have another effect than the one shown before */
  isToCheck: boolean
  heldMinutes: number
}

/** The lessons of an absence by day, what is chosen for each, and what saving will do. A script keeps the sums up to date until the next answer. */
export function ArrangeForm({ page, formKey, problems, isToCheck, heldMinutes }: ArrangeFormProps) {
  const reviewed = useFetcher<{ page: Page }>()
  const { seen, totals, letters, arranged, outsideHours } = reviewed.data?.page ?? page
  const count = page.days.reduce((sum, { lessons }) => sum + lessons.length, 0)
  const again = page.days.flatMap(({ lessons }) => lessons.filter(({ id }) => problems[id]))
  const days = page.days.map((day) => <AbsenceDay key={day.date} day={day} page={page} problems={problems} />)
  const refused = Object.fromEntries(Object.entries(problems).map(([id, reason]) => [id, [reason]]))
  return (
    <>
      <ErrorSummary form={{ id: "absence", allErrors: refused, errors: undefined }} />
      {isToCheck ? (
        <Callout tone="amber">
          <p role="status">Check what changes, then confirm at the end of the page.</p>
        </Callout>
      ) : null}
      <PostForm
        id={arrangeFormId}
        className="absence-form"
        onChange={(event) => {
          const form = new FormData(event.currentTarget)
          form.set("intent", "review")
          reviewed.submit(form, { method: "post" })
        }}
      >
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="formKey" value={formKey} />
        <section aria-labelledby="lessons-title">
          <h2 id="lessons-title">
            <RehearsalLetter letter="B" /> Arrange {countOf(count, "lesson")}
          </h2>
          <p className="dim">
            We suggest a substitute who teaches the instrument and is free, then the nearest time with the
            same teacher, from tomorrow on. Change any lesson.
            {page.more > 0
              ? ` These are the first ${count}. ${countOf(page.more, "more lesson follows", "more lessons follow")} when they’re arranged.`
              : ""}
          </p>
          {again.length > 0 ? (
            <>
              <fieldset className="absence-day">
                <legend>
                  Choose again <span>{countOf(again.length, "lesson")}</span>
                </legend>
                <Lessons lessons={again} page={page} problems={problems} withDates />
              </fieldset>
              {count > again.length ? (
                <details className="disclosure">
                  <summary>{countOf(count - again.length, "other lesson")}, as you chose</summary>
                  {days}
                </details>
              ) : null}
            </>
          ) : (
            days
          )}
          {outsideHours > 0 || problems.hoursReason ? (
            <HoursReason count={outsideHours} typed={page.hoursReason} problem={problems.hoursReason} />
          ) : null}
        </section>
        <FamilyLetters letters={letters} />
        <div className="save-bar absence-bar">
          <p aria-live="polite">
            <b>{totals.lead}</b>{" "}
            <span className="dim">
              {totals.rest}{" "}
              {arranged > 0 ? `You can undo for ${heldMinutes} minutes before anyone gets an email.` : ""}
            </span>
          </p>
          <p>
            <SubmitButton intent="arrange" pending="Arranging…">
              {arranged > 0
                ? `Arrange ${countOf(arranged, "lesson")} and tell ${countOf(letters.families, "family", "families")}`
                : "Check what changes"}
            </SubmitButton>
          </p>
        </div>
      </PostForm>
    </>
  )
}

function AbsenceDay({
  day: { date, lessons },
  page,
  problems,
}: {
  day: Page["days"][number]
  page: Page
  problems: Record<string, string>
}) {
  const best = mostFree(lessons)
  const movable = lessons.filter(({ times }) => times.length > 0).length
  const all = lessons.length
  const some = (count: number) => (count === all ? "" : ` ${count}`)
  const onDay = <span className="visually-hidden">{` on ${formatDate(date, "weekday")}`}</span>
  const shown = lessons.filter(({ id }) => !problems[id])
  if (shown.length === 0) return null
  return (
    <fieldset className="absence-day">
      <legend>
        {formatDate(date, "weekday")} <span>{countOf(all, "lesson")}</span>
      </legend>
      <p className="bulk-choices">
        <span>{all === 1 ? "The day:" : `All ${all}:`}</span>
        {best ? (
          <button className="button" type="submit" name="all" value={`${date} substitute ${best.id}`}>
            {best.name} teaches{some(best.count)}
            {onDay}
          </button>
        ) : null}
        {movable > 0 ? (
          <button className="button" type="submit" name="all" value={`${date} move`}>
            Move{some(movable)}
            {onDay}
          </button>
        ) : null}
        <button className="button danger" type="submit" name="all" value={`${date} cancel`}>
          Cancel{onDay}
        </button>
      </p>
      <Lessons lessons={shown} page={page} problems={problems} />
    </fieldset>
  )
}

type LessonsProps = {
  lessons: AbsentLesson[]
  page: Page
  problems: Record<string, string>
  withDates?: boolean
}

const Lessons = ({ lessons, page, problems, withDates = false }: LessonsProps) => (
  <ul className="absence-lessons bracket">
    {lessons.map((lesson) => (
      <LessonChoice
        key={lesson.id}
        lesson={lesson}
        chosen={page.choices[lesson.id] ?? { choice: "leave" }}
        teacherName={page.off.teacherName}
        currency={page.currency}
        problem={problems[lesson.id]}
        withDate={withDates}
      />
    ))}
  </ul>
)

/** Who fits and could teach the most lessons of a day; of several the one who fits the first of them best. */
function mostFree(lessons: readonly AbsentLesson[]): { id: string; name: string; count: number } | undefined {
  const counts = new Map<string, { id: string; name: string; count: number }>()
  for (const { substitutes } of lessons)
    for (const { teacherId: id, name, isSuggested } of substitutes)
      if (isSuggested) counts.set(id, { id, name, count: (counts.get(id)?.count ?? 0) + 1 })
  return [...counts.values()].reduce<{ id: string; name: string; count: number } | undefined>(
    (most, one) => (most && most.count >= one.count ? most : one),
    undefined,
  )
}
