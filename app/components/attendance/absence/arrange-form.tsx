import { useFetcher } from "@remix-run/react"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { FieldProblem } from "~/components/ui/field-problem"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import type { AbsentLesson, Choices, Decision } from "~/models/attendance/absence/absence"
import { countOf, formatDate } from "~/utils/formats"
import { greet } from "~/utils/greeting"
import { joinNames } from "~/utils/names"
import { arrangeFormId } from "./draft-line"
import { LessonChoice } from "./lesson-choice"

type Letters = {
  families: number
  groups: {
    kind: Decision
    count: number
    example?: { recipient: string; paragraphs: string[]; lessons: [string, string][] }
  }[]
  withoutEmail: string[]
}

const kindTexts: Record<Decision, string> = {
  substitute: "substitute only",
  move: "new time",
  cancel: "canceled",
}

/** What families will read, with an example for each group, and whom no email reaches. */
function FamilyLetters({ letters: { families, groups, withoutEmail } }: { letters: Letters }) {
  if (families === 0 && withoutEmail.length === 0) return null
  return (
    <section aria-labelledby="letters-title">
      <h2 id="letters-title">
        <RehearsalLetter letter="C" /> Tell {countOf(families, "family", "families")}
      </h2>
      <p className="dim">
        One email per guardian, with all their lessons. Families never see the reason. Substitutes and the
        teacher get one, too.
      </p>
      {withoutEmail.length ? (
        <p>
          <b>No email address:</b> {joinNames(withoutEmail)}. Call their families.
        </p>
      ) : null}
      <div className="letter-groups">
        {groups.map(({ kind, count, example }, index) => (
          <details key={kind} className="disclosure" open={index === 0}>
            <summary>
              <b>
                {countOf(count, "family", "families")}: {kindTexts[kind]}
              </b>
            </summary>
            {example ? (
              <blockquote className="letter-preview">
                <p>{greet(example.recipient)}</p>
                {example.paragraphs.slice(0, 1).map((text) => (
                  <p key={text}>{text}</p>
                ))}
                <ul>
                  {example.lessons.map(([when, text]) => (
                    <li key={`${when} ${text}`}>
                      <b>{when}</b> {text}
                    </li>
                  ))}
                </ul>
                {example.paragraphs.slice(1).map((text) => (
                  <p key={text}>{text}</p>
                ))}
              </blockquote>
            ) : null}
          </details>
        ))}
      </div>
    </section>
  )
}

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
}

/** The lessons of an absence by day, what is chosen for each, and what saving will do. A script keeps the sums up to date until the next answer. */
export function ArrangeForm({ page, formKey, problems, isToCheck }: ArrangeFormProps) {
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
        sends={{ seen, formKey }}
      >
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
              {arranged > 0 ? "You can undo for at least 2 minutes before anyone gets an email." : ""}
            </span>
          </p>
          <SubmitRow
            label={
              arranged > 0
                ? `Arrange ${countOf(arranged, "lesson")} and tell ${countOf(letters.families, "family", "families")}`
                : "Check what changes"
            }
            intent="arrange"
            pending="Arranging…"
          />
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

type HoursReasonProps = {
  /** how many lessons have a substitute outside their hours */
  count: number
  typed: string
  problem: string | undefined
}

/** Why substitutes teach outside their hours: asked for only where one is chosen. */
function HoursReason({ count, typed, problem }: HoursReasonProps) {
  const id = "absence-hoursReason"
  return (
    <Callout tone="amber">
      <div className={problem ? "field invalid" : "field"}>
        <label htmlFor={id}>Reason to schedule outside teaching hours</label>
        <div className="hint" id={`${id}-hint`}>
          {countOf(count, "lesson")} {count === 1 ? "is" : "are"} outside the substitute’s hours. The reason
          is saved with {count === 1 ? "it" : "them"}.
        </div>
        <FieldProblem id={`${id}-error`} message={problem} />
        <input
          id={id}
          name="hoursReason"
          maxLength={200}
          defaultValue={typed}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
        />
      </div>
    </Callout>
  )
}
