import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { Field } from "~/components/form/field"
import { AnswerSummary, ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { CoPlaces, type OfferedPlace, OnlineLink } from "~/components/teaching/schedule/co-places"
import { FreeTimes } from "~/components/teaching/schedule/free-times"
import { OverrideFields, SlotFields } from "~/components/teaching/schedule/slot-fields"
import { LinkButton } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { lacksReason } from "~/models/attendance/absence/arrange-lesson.server"
import { rankSubstitutes } from "~/models/attendance/absence/substitutes.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { asksForNames } from "~/models/foundation/name-search/name-search"
import { findCancelCredits } from "~/models/teaching/credit/cancel-credits.server"
import { type CancelCredits, creditsText } from "~/models/teaching/credit/credit"
import { areLinesSearched, type LineOffers } from "~/models/teaching/line-offer/line-offer"
import { offerLines, offerLinesOf } from "~/models/teaching/line-offer/line-offer.server"
import { cancelSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { findLastPlace, moveSession } from "~/models/teaching/session/move-session.server"
import { setOnlineLink } from "~/models/teaching/session/online-link.server"
import { listWaits } from "~/models/teaching/session/reader-updates.server"
import { listCoPlaces, replaceCoTeacher } from "~/models/teaching/session/replace-co-teacher.server"
import { type SessionRow, sessionEnd, sessionTitle } from "~/models/teaching/session/session"
import { findSessionClashes } from "~/models/teaching/session/session-clashes.server"
import {
  CancelForm,
  LinkForm,
  MoveForm,
  overrideOf,
  PlaceForm,
  RestoreForm,
  withChosenSlot,
} from "~/models/teaching/session/session-form"
import { findSession } from "~/models/teaching/session/session-list.server"
import { skippedText } from "~/models/teaching/session/skipped-time"
import { skippedStart } from "~/models/teaching/session/skipped-time.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import type { Refused } from "~/models/teaching/session/slot-check"
import { familiesToldText } from "~/texts/foundation/leaving"
import { replaceText, slotMessages } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { isTime } from "~/utils/clock-times"
import { isWithinReach } from "~/utils/dates"
import { countOf, formatDate, formatTimeRange } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { answerCanceled } from "./canceled.server"
import { answerMoved } from "./moved.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const found = orNotFound(findSessionClashes(actor, params.sessionId ?? ""))
  const asked = new URL(request.url).searchParams
  const [date, startTime] = [asked.get("date"), asked.get("time")]
  const chosen = {
    teacherId: asked.get("teacher") ?? found.session.teacherId,
    roomId: asked.get("room") ?? found.session.roomId,
  }
  return {
    ...found,
    wish: {
      ...(date && isWithinReach(date) ? { localDate: date } : {}),
      ...(startTime && isTime(startTime) ? { startTime } : {}),
      ...(/^\d{1,3}$/.test(asked.get("minutes") ?? "") ? { minutes: Number(asked.get("minutes")) } : {}),
      ...(asked.has("teacher") ? { teacherId: asked.get("teacher") } : {}),
      ...(asked.has("room") ? { roomId: asked.get("room") } : {}),
    },
    title: sessionTitle(found.session),
    skipped: skippedStart(actor, found.session),
    places: offerPlaces(actor, found.session),
    lines: offerLines(actor, chosen),
    credits: findCancelCredits(actor, found.session),
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const session = orNotFound(findSession(actor, params.sessionId ?? ""))
  const form = withChosenSlot(await request.formData())
  switch (form.get("command")) {
    case "move":
      return move(actor, session, form)
    case "place":
      return givePlaceFromForm(actor, session, form)
    case "cancel":
      return cancel(actor, session, form)
    case "link":
      return link(actor, session, form)
    case "restore":
      return restore(actor, session, form)
    default:
      throw notFound()
  }
}

function move(actor: Actor, session: SessionRow, form: FormData) {
  const submission = readForm(form, { schema: MoveForm })
  const lines = offerLinesOf(actor, form)
  if (asksForNames(form)) return answerSearch(form, submission, { command: "move", refused: null, lines })
  if (submission.status !== "success") return refuse("move", invalid(submission), null, lines)
  const { date, startTime, minutes, teacherId = null, roomId = null } = submission.value
  const override = overrideOf(submission.value)
  const kept = findSessionRow(actor, session.id)
  const slot = { date, startTime, minutes: minutes ?? session.minutes, teacherId, roomId }
  const moved = moveSession(actor, session.id, { ...slot, override }, { namesLeftOut: true })
  if (!moved.ok) {
    const { messages, refused } = slotMessages(moved)
    return refuse("move", invalid(submission, messages), refused, lines)
  }
  const { isUnchanged } = moved
  return answerMoved(actor, session, { slot, search: `?date=${date}`, kept, isBack: false, isUnchanged })
}

function cancel(actor: Actor, session: SessionRow, form: FormData) {
  const submission = readForm(form, { schema: CancelForm })
  if (submission.status !== "success") return refuse("cancel", invalid(submission))
  const credits = findCancelCredits(actor, session)
  const cancelled = cancelSession(actor, session.id, submission.value.reason)
  if (!cancelled.ok) return refuse("cancel", invalid(submission, slotMessages(cancelled).messages))
  return answerCanceled(session, credits)
}

function restore(actor: Actor, session: SessionRow, form: FormData) {
  const submission = readForm(form, { schema: RestoreForm })
  if (submission.status !== "success") return refuse("restore", invalid(submission))
  const restored = restoreSession(actor, session.id, overrideOf(submission.value))
  if (!restored.ok) {
    const { messages, refused } = slotMessages(restored)
    return refuse("restore", invalid(submission, messages), refused)
  }
  return redirectWithToast(
    paths.schedule({ date: session.localDate }),
    `${sessionTitle(session)} on ${formatDate(session.localDate, "short")} restored.`,
  )
}

function link(actor: Actor, session: SessionRow, form: FormData) {
  const submission = readForm(form, { schema: LinkForm })
  if (submission.status !== "success") return refuse("link", invalid(submission))
  const { onlineLink } = submission.value
  const set = setOnlineLink(actor, session.id, onlineLink || null)
  if (!set.ok)
    return redirectWithToast(paths.editSession(session.id), {
      title: slotMessages(set).messages.form ?? "",
      tone: "bad",
    })
  const title = onlineLink ? "Online lesson link saved." : "Online lesson link removed."
  const waiting = listWaits(actor, session)
  return redirectWithToast(paths.editSession(session.id), {
    title,
    ...(waiting.length > 0 ? { text: familiesToldText(waiting) } : {}),
    tone: "good",
  })
}

/** A rejected form, and which of the page's it was. */
function refuse(
  command: "move" | "cancel" | "restore" | "link",
  answer: ReturnType<typeof invalid>,
  refused: ReturnType<typeof slotMessages>["refused"] = null,
  lines: LineOffers | null = null,
) {
  return data({ command, refused, lines, result: answer.data.result }, { status: 400 })
}

export const meta = pageTitle<typeof loader>((found) => `Move or cancel ${found.title}`)

export default function SessionSlot() {
  const loaded = useLoaderData<typeof loader>()
  const { session, wish, title, clashes, alternatives, places, lines, isSolo, credits, skipped } = loaded
  const answer = useActionData<typeof action>()
  const resultOf = (command: string) => (answer?.command === command ? answer : undefined)
  const time = formatTimeRange(session.startTime, sessionEnd(session))
  const offersRestore = session.state === "cancelled"
  return (
    <div className="stack narrow">
      {answer && offersRestore !== (answer.command === "restore") ? (
        <AnswerSummary formId={answer.command} result={answer.result} />
      ) : null}
      <PageHead
        title={title}
        back={{ to: paths.schedule({ date: session.localDate }), label: "Schedule" }}
        expression={[formatDate(session.localDate, "weekday"), time, session.teacherName, session.roomName]
          .filter(Boolean)
          .join(", ")}
      />
      {clashes.length > 0 && !answer ? (
        <Callout tone="red">
          {clashes.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Callout>
      ) : null}
      {skipped ? <CalloutText tone="amber">{skippedText(skipped)}</CalloutText> : null}
      {session.register === "taken" ? (
        <CalloutText>Attendance is taken, so you can’t move or cancel this lesson.</CalloutText>
      ) : offersRestore ? (
        <RestoreSession session={session} answer={resultOf("restore")} />
      ) : (
        <>
          <p>
            <LinkButton to={paths.findTime({ lesson: session.id })}>Find a time</LinkButton>
          </p>
          <MoveSession
            session={{ ...session, ...wish }}
            answer={resultOf("move")}
            free={clashes.length > 0 && !answer ? { alternatives } : null}
            lines={resultOf("move")?.lines ?? lines}
            isSolo={isSolo}
          />
          <CoPlaces places={places} problem={answer && "problem" in answer ? answer.problem : undefined} />
          <OnlineLink link={session.ownLink} lastResult={resultOf("link")?.result} />
          <CancelSession session={session} answer={resultOf("cancel")} credits={credits} />
        </>
      )}
    </div>
  )
}

/** The places of a lesson's co-teachers, each with who could take it. */
function offerPlaces(actor: Actor, session: SessionRow): OfferedPlace[] {
  const places = listCoPlaces(actor, session.id)
  if (places.length === 0) return []
  const substitutes = rankSubstitutes(actor, [session], "")(session)
  return places.map((place) => ({
    ...place,
    substitutes: substitutes.map(({ teacherId, name, reasons }) => ({ teacherId, name, reasons })),
  }))
}

/** Gives a co-teacher's place to another, to no one, or back. */
function givePlaceFromForm(actor: Actor, session: SessionRow, form: FormData) {
  const submission = readForm(form, { schema: PlaceForm })
  const typed = (name: string) => String(form.get(name) ?? "")
  const refuse = (status: 400 | 409, problem: { text?: string; hours?: string }) => {
    const place = { teacherId: typed("teacherId"), by: typed("by"), hoursReason: typed("hoursReason") }
    const { text, hours } = problem
    const fieldErrors = { ...(text ? { by: [text] } : {}), ...(hours ? { hoursReason: [hours] } : {}) }
    const answer = { problem: { ...place, ...problem }, result: submission.reply({ fieldErrors }) }
    return data({ command: "place" as const, ...answer, refused: null, lines: null }, { status })
  }
  if (submission.status !== "success") {
    const [tooLong] = submission.error?.hoursReason ?? []
    if (!tooLong) throw notFound()
    return refuse(400, { hours: tooLong })
  }
  const { teacherId, by = null, hoursReason, isBack } = submission.value
  const lesson = { ...session, date: session.localDate, teacherId: by }
  // Who gives it as planned was accepted with the class.
  const lacking = by && by !== teacherId && !isBack ? lacksReason(actor, lesson, hoursReason) : undefined
  const given = listCoPlaces(actor, session.id).find((place) => place.teacherId === teacherId)?.by
  const place = { teacherId, by }
  const keptReason = findSessionRow(actor, session.id)?.keptReason ?? ""
  const give = () =>
    replaceCoTeacher(actor, session.id, place, { hoursReason, despiteLeave: isBack !== undefined })
  const done = lacking ? rehearse(give) : give()
  if (!done.ok && done.reason === "no-place") throw notFound()
  if (!done.ok) return refuse(409, { text: replaceText(done) })
  if (lacking) return refuse(409, { hours: lacking })
  const to = paths.editSession(session.id)
  if (isBack) return redirectWithToast(to, "Co-teachers are as before.")
  // A form that is sent twice is answered as the first time.
  const was = by === given ? findLastPlace(actor, session.id, place)?.by : given
  if (was === undefined) return redirectWithToast(to, "Co-teacher saved.")
  const isToCome = session.startsAt > now()
  return redirectWithToast(to, {
    title: "Co-teacher saved.",
    ...(isToCome ? { text: familiesToldText(listWaits(actor, session)) } : {}),
    tone: "good",
    undo: {
      to,
      fields: {
        ...{ command: "place", teacherId, by: was ?? "", isBack: "yes" },
        hoursReason: keptReason,
      },
    },
  })
}

type Cancelled = Pick<SessionRow, "localDate" | "cancelReason" | "students" | "teacherName" | "roomName">
type RestoreProps = { session: Cancelled; answer: SlotAnswer }
type CancelProps = RestoreProps & { credits: CancelCredits }

/** Cancels this one lesson, with a preview of what that frees. */
function CancelSession({ session, answer, credits }: CancelProps) {
  const [form, fields] = useForm<CancelForm>({ id: "cancel", lastResult: answer?.result })
  const freed = [
    session.teacherName,
    session.roomName,
    session.students.length > 1 ? countOf(session.students.length, "student") : session.students[0]?.name,
  ].filter(Boolean)
  const isGiven = credits.isGiven && credits.enrolled > 0
  return (
    <section className="form" aria-labelledby="cancel-title">
      <ErrorSummary form={form} />
      <h2 id="cancel-title">Cancel</h2>
      <PostForm className="form" {...getFormProps(form)} sends={{ command: "cancel" }}>
        <p className="dim">
          {freed.length > 0
            ? `Frees up ${freed.join(", ")} on ${formatDate(session.localDate, "weekday")}. `
            : null}
          No one is charged. {creditsText(credits)} You can restore it while the time is still free
          {isGiven ? " and the credits are unused" : ""}.
        </p>
        <Field meta={fields.reason} label="Reason" hint="Families see this." maxLength={200} />
        <SubmitRow label="Cancel lesson" variant="danger" pending="Canceling…" />
      </PostForm>
    </section>
  )
}

/** Restores a canceled lesson. */
function RestoreSession({ session, answer }: RestoreProps) {
  const [form, fields] = useForm<RestoreForm>({ id: "restore", lastResult: answer?.result })
  return (
    <section className="form" aria-labelledby="restore-title">
      <ErrorSummary form={form} />
      <h2 id="restore-title">Canceled</h2>
      <p>{session.cancelReason}</p>
      <PostForm className="form" {...getFormProps(form)} sends={{ command: "restore" }}>
        <SubmitRow label="Restore lesson" intent="save" pending="Restoring…" />
        <OverrideFields refused={answer?.refused ?? null} meta={fields.overrideReason} />
      </PostForm>
    </section>
  )
}

/** What a rejected form comes back with. */
type SlotAnswer = { result: SubmissionResult<string[]>; refused: Refused | null } | undefined

type MoveSessionProps = {
  session: Pick<SessionRow, "localDate" | "startTime" | "minutes" | "teacherId" | "roomId">
  answer: SlotAnswer
  /** Free times of a lesson that clashes. */
  free: Pick<Refused, "alternatives"> | null
  lines: LineOffers
  isSolo: boolean
}

/** Another date, time, length, teacher or room for this one lesson. */
function MoveSession({ session, answer, free, lines, isSolo }: MoveSessionProps) {
  const [form, fields] = useForm<MoveForm>({
    id: "move",
    lastResult: answer?.result,
    defaultValue: {
      date: session.localDate,
      startTime: session.startTime,
      minutes: session.minutes,
      teacherId: session.teacherId ?? "",
      roomId: session.roomId ?? "",
    },
  })
  const refused = answer?.refused ?? null
  return (
    <section className="form" aria-labelledby="move-title">
      <ErrorSummary form={form} />
      <h2 id="move-title">Move</h2>
      <PostForm edits className="form" {...getFormProps(form)}>
        {areLinesSearched(lines) || refused || free ? (
          <EnterButton intent="save" formNoValidate>
            Move lesson
          </EnterButton>
        ) : null}
        <input type="hidden" name="command" value="move" />
        <FreeTimes refused={refused ?? free} />
        <SlotFields
          fields={fields}
          minutes={fields.minutes}
          lines={lines}
          open={{ teacher: "No teacher yet", room: "No room" }}
          isSolo={isSolo}
        />
        <p className="dim">Only this lesson moves. Other weeks stay the same.</p>
        <SubmitRow label="Move lesson" intent="save" pending="Moving…" />
        <OverrideFields refused={refused} meta={fields.overrideReason} />
      </PostForm>
    </section>
  )
}
