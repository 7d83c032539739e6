import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { ActButton, AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { OfferedSpots } from "~/components/teaching/class/offered-spots"
import { PrerequisiteReason } from "~/components/teaching/class/prerequisite-reason"
import { StudentTicks } from "~/components/teaching/class/student-ticks"
import { WaitingLine } from "~/components/teaching/class/waiting-line"
import { EmptyState } from "~/components/ui/data-table"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { intents } from "~/http/intents.server"
import { classOfPage } from "~/http/page-reads.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { listPhones } from "~/models/people/family/contacts.server"
import { statusMarks } from "~/models/people/student/status-marks.server"
import { type ClassFacts, findClass } from "~/models/teaching/class/find-class.server"
import { offerStudents } from "~/models/teaching/class/offer-students.server"
import { listOfferedTo } from "~/models/teaching/class/offered-spots.server"
import { listRoster } from "~/models/teaching/class/roster.server"
import { type Lacking, lackingMessage, lackingText } from "~/models/teaching/prerequisite/prerequisite"
import {
  acceptSpot,
  clearWish,
  declineSpot,
  listMailable,
  listUnmet,
  offerSpot,
  offersFreeSpots,
  setOffersFreeSpots,
} from "~/models/teaching/waiting-list/offer-spot.server"
import { type AskedInRow, askedInRow, usualOfferDays } from "~/models/teaching/waiting-list/waiting-list"
import {
  findFreeSpots,
  joinWaitingList,
  listWaiting,
} from "~/models/teaching/waiting-list/waiting-list.server"
import { WaitingListForm } from "~/models/teaching/waiting-list/waiting-list-form"
import { asksToFind, choosesAmong, readStudentChoice } from "~/routes/students/student-choice.server"
import { waitingRefusals } from "~/texts/teaching/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant, localDate } from "~/utils/zones"

/** The waiting list of a full class, with the spots that can be offered. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const line = listWaiting(actor, found.id)
  const marks = statusMarks(
    actor,
    line.map(({ studentId: id, status }) => ({ id, status })),
  )
  const ids = line.map(({ studentId }) => studentId)
  const mailable = listMailable(actor, ids)
  const unheard = may(actor, "class:write") ? ids.filter((id) => !mailable.has(id)) : []
  const unmet = listUnmet(actor, found.id)
  const phones = unheard.length > 0 ? listPhones(actor, unheard) : new Map<string, never>()
  return {
    class: { id: found.id, name: found.name, capacity: found.capacity, isOver: found.isOver },
    ...findFreeSpots(actor, found.id),
    line: line.map(({ id, studentId, name, state, offerUntil, offerFrom, wish, joinedAt }) => ({
      id,
      studentId,
      name,
      mark: marks.get(studentId) ?? "",
      since: formatDate(localDate(joinedAt, actor.school.timeZone), "medium"),
      until:
        state === "offered" && offerUntil !== null && offerUntil > now()
          ? formatInstant(offerUntil, actor.school.timeZone)
          : null,
      from: offerFrom,
      wish,
      isMailable: mailable.has(studentId),
      call: phones.get(studentId) ?? null,
      lacks: unmet.get(studentId) ?? [],
    })),
    offered: offer(actor, found, "", [], line),
    offeredTo: listOfferedTo(actor, found.id),
    automatic: may(actor, "school:settings") ? offersFreeSpots(actor) : null,
    day: todayOf(actor),
  }
}

/** Students who are neither in the class nor on its waiting list. */
const offer = (
  actor: Actor,
  { id, instrument }: ClassFacts,
  search: string,
  chosen: string[],
  line = listWaiting(actor, id),
) =>
  offerStudents(actor, {
    search,
    chosen,
    instrument,
    exceptIds: [...listRoster(actor, id).present, ...line].map(({ studentId }) => studentId),
  })

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findClass(actor, params.classId ?? ""))
  const form = await request.formData()
  return intents(form, paths.waitingList(found.id), {
    automatic: () => setAutomatic(actor, found.id, form),
    else: () => saveLine(actor, found, form),
  })
}

function saveLine(actor: Actor, found: ClassFacts, form: FormData) {
  const more = readStudentChoice(form, (search, chosen) => offer(actor, found, search, chosen))
  const submission = readForm(form, { schema: WaitingListForm })
  if (asksToFind(form, "search", (search) => choosesAmong(form, offer(actor, found, search, []))))
    return answerSearch(form, submission, more)
  const asksInRow = (field: AskedInRow["field"], message: string, status: number) =>
    data({ ...more, result: undefined, asks: askedInRow(form, field, message) }, { status })
  if (submission.status !== "success") {
    for (const field of ["startsOn", "prerequisiteReason"] as const) {
      const [wrong] = submission.error?.[field] ?? []
      if (wrong && submission.payload.intent === "accept") return asksInRow(field, wrong, 400)
    }
    return data({ ...more, ...invalid(submission).data }, { status: 400 })
  }
  const done = changeList(actor, found, submission.value)
  if (done.ok) return redirectWithToast(paths.waitingList(found.id), done.message)
  if (done.reason === "not-found") throw notFound()
  if (done.reason === "prerequisite") {
    if (submission.value.intent === "accept")
      return asksInRow(
        "prerequisiteReason",
        `${lackingText(done.lacking)} Enter a reason to enroll anyway.`,
        409,
      )
    const messages = { prerequisiteReason: lackingMessage(done.lacking) }
    return data({ ...more, ...invalid(submission, messages).data }, { status: 409 })
  }
  const refusal = waitingRefusals[done.reason]
  if (done.reason === "past") return asksInRow("startsOn", refusal, 409)
  const message = done.name ? `${done.name}: ${refusal}` : refusal
  return data({ ...more, ...invalid(submission, { form: message }).data }, { status: 409 })
}

function setAutomatic(actor: Actor, classId: string, form: FormData) {
  if (!may(actor, "school:settings")) throw notFound()
  const isOn = form.get("automatic") === "on"
  setOffersFreeSpots(actor, isOn)
  return redirectWithToast(paths.waitingList(classId), `Automatic offers turned ${isOn ? "on" : "off"}.`)
}

type Done =
  | { ok: true; message: string }
  | { ok: false; reason: keyof typeof waitingRefusals; name?: string | undefined }
  | { ok: false; reason: "prerequisite"; lacking: Lacking[] }

function changeList(actor: Actor, { id: classId, name }: ClassFacts, form: WaitingListForm): Done {
  if (form.intent === "join") {
    const joined = joinWaitingList(actor, classId, form.students, form.prerequisiteReason)
    return joined.ok
      ? {
          ok: true,
          message: `${countOf(form.students.length, "student")} added to the waiting list for ${name}.`,
        }
      : joined
  }
  const waiting = listWaiting(actor, classId).find((row) => row.id === form.waitingId)
  if (!waiting) return { ok: false, reason: "not-found" }
  if (form.intent === "offer") {
    const offered = offerSpot(actor, classId, form.waitingId, form.days)
    if (!offered.ok) return offered
    const until = formatInstant(offered.until, actor.school.timeZone)
    const spot = offered.from ? `Spot from ${formatDate(offered.from, "medium")}` : "Spot"
    return { ok: true, message: `${spot} offered to ${offered.name} until ${until}.` }
  }
  if (form.intent === "clear-wish") {
    const cleared = clearWish(actor, form.waitingId)
    return cleared.ok
      ? { ok: true, message: `Request of ${waiting.name} for another time cleared.` }
      : cleared
  }
  const answered =
    form.intent === "accept"
      ? acceptSpot(actor, form.waitingId, { reason: form.prerequisiteReason, startsOn: form.startsOn })
      : declineSpot(actor, form.waitingId)
  const free = waiting.offerFrom && laterOf(todayOf(actor), waiting.offerFrom)
  const later = form.intent === "accept" ? (form.startsOn ?? free) : undefined
  const start = later && later !== todayOf(actor) ? formatDate(later, "medium") : "today"
  const done = form.intent === "accept" ? `is enrolled, starting ${start}.` : "removed from the waiting list."
  return answered.ok ? { ok: true, message: `${waiting.name} ${done}` } : answered
}

export const handle: FramedPage<typeof loader> = {
  tab: "students",
  head: ({ class: { capacity }, free, from }) => ({
    expression: `${free} of ${countOf(capacity, "spot")} free${from ? ` from ${formatDate(from, "medium")}` : ""}`,
  }),
}

export const meta = pageTitle<typeof loader>((found) => `${found.class.name}, waiting list`)

export default function WaitingList() {
  const {
    class: schoolClass,
    free,
    line,
    offered,
    offeredTo,
    automatic,
    day,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<Record<"students" | "search" | "prerequisiteReason", string>>({
    id: "waiting",
    lastResult: answer?.result,
  })
  return (
    <>
      <AnswerSummary formId="waiting" result={answer?.result} />
      <OfferedSpots offers={offeredTo} />
      {line.length > 0 ? (
        <WaitingLine
          rows={line}
          canOffer={free > 0}
          day={day}
          asks={answer && "asks" in answer ? answer.asks : undefined}
        />
      ) : (
        <EmptyState>
          No one is waiting. When the class is full, add students here and offer spots in order.
        </EmptyState>
      )}
      {schoolClass.isOver ? null : (
        <section className="section narrow" aria-labelledby="join-title">
          <h2 id="join-title">Add students</h2>
          <PostForm className="form" {...getFormProps(form)}>
            <EnterButton intent="join">Add to waiting list</EnterButton>
            <StudentTicks
              search={fields.search}
              students={fields.students}
              offered={answer?.offered ?? offered}
              chosen={answer?.chosen ?? []}
              searched={answer?.searched ?? ""}
            />
            <PrerequisiteReason meta={fields.prerequisiteReason} />
            <SubmitRow label="Add to waiting list" intent="join" variant="secondary" pending="Adding…" />
          </PostForm>
        </section>
      )}
      {automatic === null ? null : <AutomaticOffers isOn={automatic} />}
    </>
  )
}

/** The school's rule about free spots, for all of its waiting lists. */
function AutomaticOffers({ isOn }: { isOn: boolean }) {
  return (
    <section className="section narrow" aria-labelledby="offers-title">
      <h2 id="offers-title">Automatic offers</h2>
      <p>
        {isOn
          ? `On, for all waiting lists: a free spot goes to the first student whose family has a working email within a few minutes, and is held for ${countOf(usualOfferDays, "day")}.`
          : "Off: you offer a free spot to the first student yourself."}
      </p>
      <ActButton
        label={isOn ? "Turn off automatic offers" : "Turn on automatic offers"}
        sends={{ automatic: isOn ? "off" : "on" }}
        intent="automatic"
        pending="Saving…"
      />
    </section>
  )
}
