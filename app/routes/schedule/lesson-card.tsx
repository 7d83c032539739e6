import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData, useLocation } from "@remix-run/react"
import { CardMarks } from "~/components/attendance/register/card-marks"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { FreeTimes } from "~/components/teaching/schedule/free-times"
import { LessonCard } from "~/components/teaching/week/lesson-card"
import { Callout } from "~/components/ui/callout"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import type { Actor } from "~/models/foundation/access/actor"
import { offerLines } from "~/models/teaching/line-offer/line-offer.server"
import { findLessonCard } from "~/models/teaching/session/lesson-card.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { isMovedSince, movedSlot } from "~/models/teaching/session/moved-slot"
import type { SessionRow } from "~/models/teaching/session/session"
import { keptIn, MoveForm, withChosenSlot } from "~/models/teaching/session/session-form"
import { findSession } from "~/models/teaching/session/session-list.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import type { Refused } from "~/models/teaching/session/slot-check"
import { movedSince, slotMessages } from "~/texts/teaching/refusals"
import { isReturnedForm, whyReturned } from "~/utils/form-in-hand.server"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { attendInCard, offerMarks } from "./card-attendance.server"
import { answerMoved } from "./moved.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:read")
  const card = orNotFound(findLessonCard(actor, params.sessionId ?? ""))
  return { ...card, marks: offerMarks(actor, card.session) }
}

/** Moves a lesson that was dropped on the week, or takes its attendance; the schedule keeps its filter. */
export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const session = orNotFound(findSession(actor, params.sessionId ?? ""))
  const form = withChosenSlot(await request.formData())
  const command = form.get("command")
  if (command === "attend" || command === "unattend")
    return attendInCard(actor, session, form, new URL(request.url).search)
  if (command !== "move") throw notFound()
  const submission = readForm(form, { schema: MoveForm })
  if (submission.status !== "success") {
    if (isReturnedForm()) return dropAgain(actor, session, form)
    const errors = Object.values(submission.error ?? {}).flatMap((messages) => messages ?? [])
    return refuse(errors.join(" ") || "Enter a date and a start time.")
  }
  const slot = movedSlot(session, submission.value, form)
  if (isMovedSince(session, slot, form)) return refuse(movedSince, null, 409)
  const before = findSessionRow(actor, session.id)
  const moved = moveSession(actor, session.id, slot, { back: keptIn(form), namesLeftOut: true })
  if (!moved.ok) {
    const { messages, refused } = slotMessages(moved)
    return refuse(Object.values(messages).join(" "), refused)
  }
  return answerMoved(actor, session, {
    slot,
    search: new URL(request.url).search,
    kept: before,
    isBack: form.has("back"),
    isUnchanged: moved.isUnchanged,
  })
}

const scheduleOf = (search: string) => `${paths.schedule()}${search}`

function refuse(message: string, refused: Refused | null = null, status = 400) {
  return data({ message, refused, again: null, chosen: undefined }, { status })
}

export const meta = pageTitle<typeof loader>(
  (found) => `${found.title}, ${formatDate(found.session.localDate, "day")}`,
)

export default function LessonCardPage() {
  const { session, marks, ...card } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { search } = useLocation()
  return (
    <LessonCard
      session={session}
      {...card}
      closeTo={scheduleOf(search)}
      marks={
        marks ? (
          <CardMarks
            key={session.id}
            students={session.students}
            away={marks.away}
            statuses={marks.statuses}
            chosen={answer?.chosen}
          />
        ) : null
      }
    >
      {answer ? (
        <>
          <Callout tone="red">
            <p role="alert">{answer.message}</p>
          </Callout>
          {answer.again ? <MoveAgain {...answer.again} /> : null}
          {answer.refused ? (
            <PostForm sends={{ command: "move", teacherId: session.teacherId ?? "" }}>
              <FreeTimes refused={answer.refused} />
            </PostForm>
          ) : null}
        </>
      ) : null}
    </LessonCard>
  )
}

/** A drop after the login had ended, which moved nothing: where it was to go, to be sent again. */
function dropAgain(actor: Actor, session: SessionRow, form: FormData) {
  const sent = [...form].filter((field): field is [string, string] => typeof field[1] === "string")
  const wish = MoveForm.safeParse(Object.fromEntries(sent.filter(([, value]) => value !== "")))
  const again = wish.success ? { to: whereText(actor, session, wish.data, form), fields: kept(sent) } : null
  return data({ message: whyReturned(), refused: null, again, chosen: undefined }, { status: 400 })
}

const moves = new Set([
  "command",
  "date",
  "startTime",
  "minutes",
  "teacherId",
  "roomId",
  "back",
  "keptReason",
  "seen",
])
const kept = (sent: [string, string][]) => sent.filter(([name]) => moves.has(name))

/** "Wed, Dec 9, 3:00 PM, 60 minutes, with Ana Ruiz": what would change of a lesson. */
function whereText(actor: Actor, session: SessionRow, wish: MoveForm, form: FormData): string {
  const slot = movedSlot(session, wish, form)
  const { teacherId, roomId } = slot
  const { teachers, rooms } = offerLines(actor, { teacherId, roomId })
  const nameOf = ({ choices }: typeof teachers, id: string | null) =>
    choices.find(({ value }) => value === id)?.label
  const newTeacher = teacherId === session.teacherId ? undefined : nameOf(teachers, teacherId)
  const newRoom = roomId === session.roomId ? undefined : nameOf(rooms, roomId)
  return [
    formatDate(slot.date, "short"),
    formatTime(slot.startTime),
    ...(slot.minutes === session.minutes ? [] : [countOf(slot.minutes, "minute")]),
    ...(newTeacher ? [`with ${newTeacher}`] : []),
    ...(newRoom ? [`in ${newRoom}`] : []),
  ].join(", ")
}

type MoveAgainProps = {
  /** "Wed, Dec 9, 3:00 PM" */
  to: string
  fields: [name: string, value: string][]
}

/** A move that wasn't saved, as it was sent, with the button that sends it again. */
const MoveAgain = ({ to, fields }: MoveAgainProps) => (
  <PostForm needs="schedule:write">
    {fields.map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <SubmitButton intent="save" pending="Moving…" label={`Move to ${to}`} />
  </PostForm>
)
