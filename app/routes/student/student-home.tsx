import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { TaskKey } from "~/components/learning/task-key"
import { TaskList } from "~/components/learning/task-list"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { Note } from "~/components/ui/note"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { listAssignments } from "~/models/assignment/assignment.server"
import { dueWords } from "~/models/portal/due-words"
import { findPortal } from "~/models/portal/portal.server"
import { findNewestNote, findNextSession } from "~/models/portal/portal-home.server"
import { listPortalInvoices } from "~/models/portal/portal-invoices.server"
import { listPlacesOf } from "~/models/waiting-list/offer-place.server"
import { now } from "~/utils/clock.server"
import { addMinutes, formatDate, formatTimeRange, today } from "~/utils/dates"
import { requireMember } from "~/utils/http/guards.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students, seesMoney } = findPortal(actor)
  const chosen = new URL(request.url).searchParams.get("child")
  const child = students.find(({ id }) => id === chosen) ?? students[0]
  const day = today(actor.school.timeZone, now())
  return {
    name: actor.name,
    day,
    seesMoney,
    currency: actor.school.currency,
    students: students.map(({ id, firstName }) => ({ id, firstName })),
    child: child ? { id: child.id, firstName: child.firstName, isSelf: child.as !== "guardian" } : null,
    next: child ? (findNextSession(actor, child) ?? null) : null,
    places: listPlacesOf(
      actor,
      students.filter(({ as }) => as !== "child").map(({ id }) => id),
    ).flatMap(({ id, firstName, isOffered, class: { name } }) =>
      isOffered ? [{ id, firstName, name }] : [],
    ),
    note: child ? (findNewestNote(actor, child) ?? null) : null,
    tasks: child ? listAssignments(actor, child).open : [],
    open: listPortalInvoices(actor)
      .filter(({ openMinor }) => openMinor > 0)
      .map(({ id, number, openMinor, dueOn }) => ({ id, number, openMinor, due: dueWords(dueOn, day) })),
  }
}

export const meta: MetaFunction = () => [{ title: "Home · Tutti" }]

export default function StudentHome() {
  const { name, day, students, child, next, places, note, tasks, open, seesMoney, currency } =
    useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <PageHead title={`Hello, ${name.split(" ")[0]}`} over={formatDate(day, "weekday")} />
      {places.length > 0 ? (
        <Note>
          {places.map((place) => (
            <p key={place.id}>
              A place in {place.name} is kept for {place.firstName}.{" "}
              <Link to={paths.studentPlaces()}>Take it, or decline</Link>
            </p>
          ))}
        </Note>
      ) : null}
      {students.length > 1 ? (
        <Tabs
          label="Children"
          tabs={students.map(({ id, firstName }) => ({
            to: paths.studentHome({ child: id }),
            label: firstName,
            current: id === child?.id,
          }))}
        />
      ) : null}
      {child ? (
        <>
          <NextSession
            who={child.isSelf ? "Your" : `${child.firstName}’s`}
            next={next}
            absent={child.isSelf ? "you" : child.firstName}
            to={next ? paths.studentSession(next.id, { child: child.id }) : null}
          />
          {seesMoney ? <Owed open={open} currency={currency} /> : null}
          {note ? (
            <section aria-labelledby="note">
              <h2 id="note">From the last lesson</h2>
              <p className="expr dim">
                {[note.className, note.teacherName, formatDate(note.localDate, "short")]
                  .filter(Boolean)
                  .join(", ")}
              </p>
              {note.body
                .split(/\n+/)
                .filter(Boolean)
                .map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              <p>
                <Link to={paths.studentFeedback({ child: child.id })}>All feedback, and reply</Link>
              </p>
            </section>
          ) : null}
          {tasks.length ? (
            <section aria-labelledby="tasks">
              <h2 id="tasks">Until the next lesson</h2>
              <TaskList
                tasks={tasks}
                action={({ id }) => (
                  <TaskKey assignmentId={id} intent="done" to={paths.studentProgress({ child: child.id })}>
                    Mark as done
                  </TaskKey>
                )}
              />
            </section>
          ) : null}
        </>
      ) : (
        <EmptyState>Nobody is linked to your sign-in yet. Ask the school to link your children.</EmptyState>
      )}
    </div>
  )
}

type Open = { id: string; number: string; openMinor: number; due: string }

/** What the family owes, and the way to pay what is due first. */
function Owed({ open, currency }: { open: Open[]; currency: string }) {
  const [first] = open
  return (
    <section className="sec" aria-labelledby="owed">
      <h2 id="owed">To pay</h2>
      {first ? (
        <>
          <LedgerList
            rows={open.map(({ id, number, openMinor, due }) => ({
              label: (
                <>
                  <Link to={paths.studentInvoice(id)}>Invoice {number}</Link>,{" "}
                  {due.endsWith("overdue") ? <span className="bad">{due}</span> : `due ${due}`}
                </>
              ),
              amount: formatMoney(openMinor, currency),
            }))}
            total={{
              label: "Open",
              amount: formatMoney(
                open.reduce((sum, { openMinor }) => sum + openMinor, 0),
                currency,
              ),
            }}
          />
          <p>
            <LinkButton to={paths.studentInvoice(first.id)} variant="go">
              Pay {formatMoney(first.openMinor, currency)}
              {open.length > 1 ? ` for ${first.number}` : null}
            </LinkButton>
          </p>
        </>
      ) : (
        <p>Nothing is open. Thank you.</p>
      )}
    </section>
  )
}

type Next = {
  id: string
  className: string
  localDate: string
  startTime: string
  minutes: number
  teacherName: string | null
  roomName: string | null
}

type NextSessionProps = { who: string; absent: string; next: Next | null; to: string | null }

function NextSession({ who, absent, next, to }: NextSessionProps) {
  return (
    <section className="sheet" aria-labelledby="next">
      <div>
        <p className="expr dim" id="next">
          {who} next lesson
        </p>
        {next ? (
          <>
            <h2>
              {formatDate(next.localDate, "short")},{" "}
              {formatTimeRange(next.startTime, addMinutes(next.startTime, next.minutes))}
            </h2>
            <p>
              {[next.className, next.teacherName && `with ${next.teacherName}`, next.roomName]
                .filter(Boolean)
                .join(", ")}
            </p>
            {to ? (
              <p className="pt-3">
                <LinkButton to={to}>Open, or say that {absent} can’t come</LinkButton>
              </p>
            ) : null}
          </>
        ) : (
          <p>No lesson is planned just now.</p>
        )}
      </div>
    </section>
  )
}
