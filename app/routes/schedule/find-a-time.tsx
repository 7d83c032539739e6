import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Form, useLoaderData, useLocation } from "@remix-run/react"
import { Fragment } from "react"
import { GroupedOptions } from "~/components/form/grouped-options"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import { WhoseLessonsList } from "~/components/teaching/schedule/whose-lessons"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import { orNotFound, requireMember } from "~/http/guards.server"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { readListPage } from "~/models/overview/list-page/list-page.server"
import {
  bookingOf,
  type FindTimesQuery,
  letterOf,
  type TimeWithDay,
} from "~/models/teaching/free-time/find-times"
import { type LineOffers, lineFinds } from "~/models/teaching/line-offer/line-offer"
import { formatDate, formatTime, formatTimeRange } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const { searchParams } = new URL(request.url)
  const page = orNotFound(await readListPage(actor, "times", searchParams, request.signal))
  return { ...page, isSolo: actor.school.kind === "solo" }
}

export const meta: MetaFunction = () => [{ title: "Find a time · Tutti" }]

export default function FindATime() {
  const { query, errors, lesson, chosenClass, classId, chosen, found, lines, times, isSolo } =
    useLoaderData<typeof loader>()
  const { search } = useLocation()
  const subject = lesson?.title ?? chosenClass?.name
  return (
    <>
      <PageHead
        title="Find a time"
        back={
          lesson
            ? { to: paths.editSession(lesson.id), label: lesson.title }
            : { to: paths.schedule(), label: "Schedule" }
        }
        expression={subject ? `For ${subject}` : undefined}
      />
      <div className="finder">
        <FindTimesForm
          query={query}
          errors={errors}
          chosen={lesson || chosenClass ? [] : chosen}
          subject={subject}
          lines={lines}
          isSolo={isSolo}
          addressWithout={(id) =>
            addressOf(
              query,
              query.studentIds.filter((each) => each !== id),
            )
          }
        />
        <div className="section">
          {query.search ? (
            <WhoseLessonsList
              heading="For whom?"
              search={query.search}
              found={found}
              to={(one) =>
                one.kind === "class"
                  ? paths.findTime({ class: one.id })
                  : addressOf(query, [...query.studentIds, one.id])
              }
            />
          ) : null}
          <FoundTimes
            times={times}
            hasErrors={Object.keys(errors).length > 0}
            lessonId={lesson?.id}
            classId={classId}
            studentIds={chosen.map(({ id }) => id)}
            minutes={query.minutes}
            find={search.slice(1)}
          />
        </div>
      </div>
    </>
  )
}

/** The same search for these students. */
function addressOf({ minutes, teacherId, roomId, from, to }: FindTimesQuery, studentIds: string[]): string {
  const parameters = new URLSearchParams(studentIds.map((id) => ["student", id]))
  // Without a length the first student's own lesson fills in the form.
  const kept = { teacher: teacherId, room: roomId, minutes: studentIds.length > 1 ? minutes : "", from, to }
  for (const [name, value] of Object.entries(kept)) if (value) parameters.set(name, value)
  return `${paths.findTime()}?${parameters}`
}

type Choice = { id: string; name: string }

type FindTimesFormProps = {
  query: FindTimesQuery
  errors: Record<string, string>
  chosen: Choice[]
  /** The lesson or class that is searched for instead of students. */
  subject: string | undefined
  lines: LineOffers
  isSolo: boolean
  addressWithout: (studentId: string) => string
}

/** Students, teacher, length, room and days of a search for free times. A GET form: the address is the search. */
function FindTimesForm(props: FindTimesFormProps) {
  const { query, errors, chosen, subject, lines, isSolo, addressWithout } = props
  return (
    <Form method="get" className="form find-times" key={chosen.map(({ id }) => id).join()}>
      {query.sessionId ? <input type="hidden" name="lesson" value={query.sessionId} /> : null}
      {query.classId ? <input type="hidden" name="class" value={query.classId} /> : null}
      {query.studentIds.map((id) => (
        <input key={id} type="hidden" name="student" value={id} />
      ))}
      {subject ? null : (
        <div className="field">
          <label htmlFor="find-who">{chosen.length > 0 ? "Add a student" : "Student or class"}</label>
          <input id="find-who" name="q" type="search" maxLength={100} defaultValue={query.search} />
          {chosen.length > 0 ? (
            <ul className="small">
              {chosen.map(({ id, name }) => (
                <li key={id}>
                  {name} <Link to={addressWithout(id)}>Remove</Link>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
      {isSolo ? (
        <input type="hidden" name="teacher" value={query.teacherId} />
      ) : (
        <One
          name="teacher"
          label="Teacher"
          any="Any teacher"
          value={query.teacherId}
          offer={lines.teachers}
          find={lineFinds.teacher}
        />
      )}
      <div className="columns">
        <Typed name="minutes" label="Minutes" type="number" value={query.minutes} error={errors.minutes} />
        <One
          name="room"
          label="Room"
          any="Any room"
          value={query.roomId}
          offer={lines.rooms}
          find={lineFinds.room}
        />
      </div>
      <div className="columns">
        <Typed name="from" label="From" type="date" value={query.from} error={errors.from} />
        <Typed name="to" label="To" type="date" value={query.to} error={errors.to} />
      </div>
      <p>
        <Button variant="primary">Find times</Button>
      </p>
    </Form>
  )
}

type TypedProps = {
  name: string
  label: string
  type: "number" | "date"
  value: string
  error: string | undefined
}

function Typed({ name, label, type, value, error }: TypedProps) {
  const id = `find-${name}`
  return (
    <div className={error ? "field invalid" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error ? (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

type OneProps = {
  name: "teacher" | "room"
  label: string
  any: string
  value: string
  offer: NameOffer
  find: string
}

/** A teacher or a room: listed, or found by name where there are many. */
function One({ name, label, any, value, offer, find }: OneProps) {
  const id = `find-${name}`
  if (offer.isSearched)
    return (
      <NameChoice {...{ id, name, label, value, offer, find }} sought={`a ${name}`} prompt={any} optional />
    )
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value}>
        <option value="">{any}</option>
        <GroupedOptions
          choices={offer.choices.map((choice) => ({ value: choice.value, label: choice.label }))}
        />
      </select>
    </div>
  )
}

type FoundTimesProps = {
  /** Null before a search. */
  times: TimeWithDay[] | null
  hasErrors: boolean
  /** The lesson that is to move; without one the times lead to a new lesson. */
  lessonId: string | undefined
  classId: string | undefined
  /** Whom a new lesson is for where they have no class together. */
  studentIds: string[]
  minutes: string
  /** The search, as its address has it. */
  find: string
}

/** Free times, best first, each with its reasons and a link to the form that books it. */
function FoundTimes({ times, hasErrors, lessonId, classId, studentIds, minutes, find }: FoundTimesProps) {
  if (hasErrors) return null
  if (!times)
    return (
      <EmptyState>
        Free times for students, teacher and room appear here. Choose who, then Find times.
      </EmptyState>
    )
  if (times.length === 0)
    return (
      <EmptyState>
        No time is free for everyone on these days. Try another teacher, any room, a shorter lesson or more
        days.
      </EmptyState>
    )
  return (
    <ol className="found-times">
      {times.map((time, index) => {
        const { date, startTime, endTime, teacherId, teacherName, roomName, reasons, day } = time
        const when = `${formatDate(date, "short")}, ${formatTime(startTime)}`
        return (
          <li key={`${date} ${startTime} ${teacherId}`}>
            <RehearsalLetter letter={letterOf(index)} />
            <div>
              <b>
                {formatDate(date, "short")}, {formatTimeRange(startTime, endTime)}
              </b>{" "}
              <span>
                {[teacherName, roomName].filter(Boolean).join(", ")}. {reasons.map((reason) => `${reason}. `)}
              </span>
              <p className="small dim">
                That day:{" "}
                {day.map(({ text, isThis }, place) => (
                  <Fragment key={text}>
                    {place > 0 ? "; " : null}
                    {isThis ? <strong>{text}</strong> : text}
                  </Fragment>
                ))}
                . <Link to={paths.schedule({ date, teacher: teacherId, find })}>Show in the week</Link>
              </p>
            </div>
            <LinkButton
              variant={index === 0 ? "primary" : "secondary"}
              to={bookingOf(time, { lessonId, classId, studentIds, minutes: Number(minutes) })}
            >
              {lessonId ? `Move to ${when}` : `Book ${when}`}
            </LinkButton>
          </li>
        )
      })}
    </ol>
  )
}
