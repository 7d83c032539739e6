import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { SegmentedField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { StudentTicks } from "~/components/teaching/class/student-ticks"
import { OverrideFields } from "~/components/teaching/schedule/slot-fields"
import { Button, Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { GuestForm } from "~/models/attendance/guest/guest-form"
import { addGuests, findGuests, removeGuest } from "~/models/attendance/guest/guests.server"
import type { Actor } from "~/models/foundation/access/actor"
import { offerStudents } from "~/models/teaching/class/offer-students.server"
import { sessionEnd } from "~/models/teaching/session/session"
import { overrideOf } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-check"
import { asksToFind, choosesAmong, readStudentChoice } from "~/routes/students/student-choice.server"
import { guestRefusals } from "~/texts/attendance/refusals"
import { say } from "~/texts/refusal"
import { slotMessages } from "~/texts/teaching/refusals"
import { countOf, formatDate, formatTimeRange } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

/** The guests of one lesson. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const { attending, ...found } = requireGuests(actor, params.sessionId)
  return { ...found, offered: offer(actor, { ...found, attending }, "", []) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const found = requireGuests(actor, params.sessionId)
  const sessionId = found.lesson.id
  const form = await request.formData()
  const choice = readStudentChoice(form, (search, chosen) => offer(actor, found, search, chosen))
  const more = { ...choice, refused: null as Refused | null }
  const submission = readForm(form, { schema: GuestForm })
  if (asksToFind(form, "search", (search) => choosesAmong(form, offer(actor, found, search, []))))
    return answerSearch(form, submission, more)
  if (submission.status !== "success") return data({ ...more, ...invalid(submission).data }, { status: 400 })
  const wish = submission.value
  if (wish.intent === "remove") {
    const removed = removeGuest(actor, sessionId, wish.seatId)
    if (removed.ok) return redirectWithToast(paths.sessionGuests(sessionId), `${removed.name} removed.`)
    if (removed.reason === "not-a-guest") throw notFound()
    return data(
      { ...more, ...invalid(submission, { form: say(guestRefusals, removed) }).data },
      { status: 409 },
    )
  }
  const added = addGuests(actor, sessionId, {
    students: wish.students,
    isFree: wish.price === "free",
    override: overrideOf(wish),
  })
  if (added.ok)
    return redirectWithToast(
      paths.sessionGuests(sessionId),
      `${joinNames(added.names)} added as ${added.names.length === 1 ? "a guest" : "guests"}.`,
    )
  if (added.reason === "clash") {
    const { messages, refused } = slotMessages(added)
    return data({ ...more, ...invalid(submission, messages).data, refused }, { status: 409 })
  }
  return data({ ...more, ...invalid(submission, { form: say(guestRefusals, added) }).data }, { status: 409 })
}

type Guests = NonNullable<ReturnType<typeof findGuests>>

function requireGuests(actor: Actor, sessionId = ""): Guests {
  const found = orNotFound(findGuests(actor, sessionId))
  return found
}

/** Students who aren't in the lesson. */
const offer = (actor: Actor, { lesson, attending }: Guests, search: string, chosen: string[]) =>
  offerStudents(actor, { search, chosen, instrument: lesson.instrument, exceptIds: attending })

export const meta = pageTitle<typeof loader>(
  ({ lesson }) => `Guests: ${lesson.className}, ${formatDate(lesson.localDate, "day")}`,
)

export default function SessionGuests() {
  const { lesson, guests, free, isCharged, isFreeTrial, offered } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isOpen = lesson.state === "planned" && lesson.registerTakenAt === null
  return (
    <div className="stack narrow">
      <AnswerSummary formId="guests" result={answer?.result} />
      <PageHead
        title="Guests"
        back={{ to: paths.session(lesson.id), label: lesson.className }}
        expression={`${formatDate(lesson.localDate, "weekday")}, ${formatTimeRange(lesson.startTime, sessionEnd(lesson))}`}
      />
      {guests.length === 0 ? (
        <EmptyState>
          No guests in this lesson. A guest joins this one lesson without being enrolled in the class.
        </EmptyState>
      ) : (
        <ul className="rows">
          {guests.map(({ seatId, studentId, name, isFree }) => (
            <li key={seatId}>
              <span>
                <Link to={paths.student(studentId)}>{name}</Link>{" "}
                {isFree || !isCharged ? <span className="dim"> no charge</span> : null}
              </span>
              {isOpen ? (
                <PostForm sends={{ seatId }}>
                  <Button intent="remove" variant="secondary" aria-label={`Remove ${name}`}>
                    Remove guest
                  </Button>
                </PostForm>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {isOpen && free > 0 ? (
        <AddGuest
          answer={answer}
          offered={answer?.offered ?? offered}
          free={free}
          isCharged={isCharged}
          isFreeTrial={isFreeTrial}
        />
      ) : (
        <p className="dim">
          {lesson.state === "cancelled"
            ? "This lesson is canceled, so no one can join it."
            : isOpen
              ? "Every spot in this lesson is taken. Raise the number of spots of the class to add a guest."
              : "Attendance is taken, so the guests of this lesson can’t change."}
        </p>
      )}
    </div>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type AddGuestProps = Pick<Loaded, "offered" | "free" | "isCharged" | "isFreeTrial"> & {
  answer: ReturnType<typeof useActionData<typeof action>>
}

function AddGuest({ answer, offered, free, isCharged, isFreeTrial }: AddGuestProps) {
  const [form, fields] = useForm<Record<"students" | "search" | "price" | "overrideReason", string>>({
    id: "guests",
    lastResult: answer?.result,
    defaultValue: { price: "class" },
  })
  return (
    <section className="section" aria-labelledby="add-title">
      <h2 id="add-title">Add guests</h2>
      <p className="dim">{countOf(free, "spot")} left in this lesson.</p>
      <PostForm className="form" {...getFormProps(form)}>
        <EnterButton intent="save">Add guests</EnterButton>
        <StudentTicks
          search={fields.search}
          students={fields.students}
          offered={offered}
          chosen={answer?.chosen ?? []}
          searched={answer?.searched ?? ""}
        />
        {isCharged ? (
          <SegmentedField
            meta={fields.price}
            label="Price"
            hint="Charged under your attendance rules once attendance is recorded."
            choices={[
              { value: "class", label: "Class price" },
              { value: "free", label: "No charge" },
            ]}
          />
        ) : (
          <p className="dim">
            Guests aren’t charged here, because{" "}
            {isFreeTrial ? "trial lessons are free" : "this class isn’t billed by the lesson"}. To charge one,
            add a charge to the family.
          </p>
        )}
        <SubmitRow label="Add guests" intent="save" pending="Adding…" />
        <OverrideFields refused={answer?.refused ?? null} meta={fields.overrideReason} />
      </PostForm>
    </section>
  )
}
