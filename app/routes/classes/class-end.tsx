import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field, SelectField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { classNoun } from "~/components/teaching/class/class-labels"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { classOfPage } from "~/http/page-reads.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { allOrNothing, rehearse } from "~/models/foundation/access/rehearse.server"
import { unreachedText } from "~/models/foundation/outbox/bounce"
import { classEndedParagraphs } from "~/models/foundation/outbox/class-ended"
import { openedBy } from "~/models/foundation/outbox/wording"
import { findWording } from "~/models/foundation/outbox/wording.server"
import { queueSettling } from "~/models/money/charge/queue-settling.server"
import { planSettling } from "~/models/money/charge/settle-tuition.server"
import type { EndEffect } from "~/models/teaching/class/class-effects"
import type { Ending } from "~/models/teaching/class/class-ending"
import { EndClassForm, type EndClassForm as EndFields } from "~/models/teaching/class/class-form"
import { endWithUndo, listEndings } from "~/models/teaching/class/end-class.server"
import { lettersOfEnding, tellEnding } from "~/models/teaching/class/ending-letters.server"
import { type ClassFacts, findClass } from "~/models/teaching/class/find-class.server"
import { leftText } from "~/models/teaching/class/restore-stays.server"
import { undoEnding } from "~/models/teaching/class/undo-ending.server"
import {
  type EndClassRefusal,
  endClassRefusals,
  endingRefusals,
  notPreviewed,
} from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { digestOf } from "~/utils/digest.server"
import { countOf, formatDate, formatNumber, formFor } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  return {
    id: found.id,
    name: found.name,
    isOver: found.isOver,
    rules: found.rules.map(({ id, text }) => ({ value: id, label: text })),
    endings: listEndings(actor, found.id).map((ending) => {
      const waiting = ending.toldAt === null ? lettersOfEnding(actor, found.id, ending.id) : undefined
      const [letter] = waiting?.letters ?? []
      return {
        ...ending,
        told:
          ending.toldAt === null
            ? null
            : formatDate(localDate(ending.toldAt, actor.school.timeZone), "medium"),
        emails: waiting?.reach.reached.length ?? 0,
        unreached: waiting ? unreachedText(waiting.reach) : "",
        text: letter
          ? openedBy(
              findWording("class-ended", actor.school.id, letter.data),
              classEndedParagraphs(letter.data),
            )
          : [],
      }
    }),
    day: todayOf(actor),
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findClass(actor, params.classId ?? ""))
  const form = await request.formData()
  const endingId = String(form.get("ending") ?? "")
  return intents(form, paths.endClass(found.id), {
    undo: () => undo(actor, found.id, endingId),
    tell: () => tell(actor, found.id, endingId),
    else: () => endClass(actor, found, form),
  })
}

/** Ends the class or one of its weekly times, or shows what that would do: again where it isn't what was previewed. */
function endClass(actor: Actor, found: ClassFacts, form: FormData) {
  const submission = readForm(form, { schema: EndClassForm })
  const nothing = { effect: null, fees: null, lastDay: null, isPart: false, seen: "" }
  const refuse = (answer: ReturnType<typeof invalid>, status = 400) =>
    data({ ...nothing, result: answer.data.result }, { status })
  if (submission.status !== "success") return refuse(invalid(submission))
  const { lastDay, intent, scheduleId, seen } = submission.value
  const refuseFor = (reason: EndClassRefusal) => {
    if (reason === "no-class") throw notFound()
    return refuse(invalid(submission, endClassRefusals[reason]), 409)
  }
  const planned = planEnding(actor, found.id, submission.value)
  if (!planned.ok) return refuseFor(planned.reason)
  const { effect, fees, sign } = planned
  const shown = { effect, fees, lastDay, isPart: scheduleId !== undefined, seen: sign }
  if (intent !== "save") return data({ ...shown, result: asTyped(submission) })
  // A page of an earlier build says nothing of what was seen.
  if (seen !== undefined && seen !== sign)
    return data(
      { ...shown, result: invalid(submission, { form: notPreviewed }).data.result },
      { status: 409 },
    )
  const ended = allOrNothing(() => {
    const done = endWithUndo(actor, found.id, submission.value)
    if (done.ok) queueSettling(actor)
    return done
  })
  if (!ended.ok) return refuseFor(ended.reason)
  const to = paths.endClass(found.id)
  const what = scheduleId ? `The weekly time of ${found.name}` : found.name
  return redirectWithUndo(to, `${what} ends on ${formatDate(lastDay, "medium")}.`, {
    to,
    fields: { intent: "undo", ending: ended.endingId },
  })
}

/** What an ending would do, with a sign of it: the same only for the same ending with the same effect. */
const planEnding = (actor: Actor, classId: string, wish: EndFields) =>
  rehearse(() => {
    const done = endWithUndo(actor, classId, wish)
    if (!done.ok) return done
    const { effect } = done
    const fees = feesOf(actor, classId)
    const sign = digestOf([wish.scheduleId, wish.lastDay, effect, fees])
    return { ok: true as const, effect, fees, sign }
  })

/** By how much the charged fees of how many students change, for those who see prices; asked inside the rehearsal. */
function feesOf(actor: Actor, classId: string) {
  const changes = seesFamilyMoney(actor) ? planSettling(actor, { classId }) : []
  if (changes.length === 0) return null
  return {
    students: new Set(changes.map(({ enrollmentId }) => enrollmentId)).size,
    differenceMinor: changes.reduce((sum, { beforeMinor, afterMinor }) => sum + afterMinor - beforeMinor, 0),
    currency: actor.school.currency,
  }
}

function undo(actor: Actor, classId: string, endingId: string) {
  const undone = allOrNothing(() => {
    const answer = undoEnding(actor, classId, endingId)
    if (answer.ok) queueSettling(actor)
    return answer
  })
  if (undone.ok) {
    const lessons = countOf(undone.lessons, "lesson is", "lessons are")
    return redirectWithToast(paths.class(classId), {
      title: "Ending undone.",
      text: `${lessons} back${undone.students > 0 ? `, and ${countOf(undone.students, "student is", "students are")} enrolled again` : ""}. ${leftText(undone.left)}`.trim(),
      tone: "good",
    })
  }
  if (undone.reason === "no-ending") throw notFound()
  const why = undone.reason === "taken" ? undone.clashes.join(" ") : endingRefusals[undone.reason]
  return redirectWithToast(paths.endClass(classId), { title: "Not undone.", text: why, tone: "bad" })
}

function tell(actor: Actor, classId: string, endingId: string) {
  const sent = tellEnding(actor, classId, endingId)
  if (sent === undefined && !listEndings(actor, classId).some(({ id }) => id === endingId)) throw notFound()
  const to = paths.endClass(classId)
  if (!sent) return redirectWithToast(to, "Families were already emailed.")
  return redirectWithToast(to, {
    title: sent.reached.length > 0 ? `${countOf(sent.reached.length, "email")} sent.` : "No emails sent.",
    text: unreachedText(sent) || undefined,
    tone: sent.returned.length > 0 ? "bad" : "good",
  })
}

export const meta = pageTitle<typeof loader>((found) => `End ${found.name}`)

export default function EndClass() {
  const { id, name, rules, endings, isOver } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="stack narrow">
      <PageHead
        title={endings.length > 0 || isOver ? `Ending of ${name}` : `End ${name}`}
        back={{ to: paths.class(id), label: name }}
      />
      <ClassEndings name={name} endings={endings} />
      {isOver ? (
        endings.length > 0 ? null : (
          <p>It ended, and there’s nothing to undo.</p>
        )
      ) : endings.length > 0 ? (
        <details className="disclosure" open={answer !== undefined}>
          <summary>Choose an earlier day or another weekly time</summary>
          <EndForm rules={rules} />
        </details>
      ) : (
        <EndForm rules={rules} />
      )}
    </div>
  )
}

function EndForm({ rules }: { rules: { value: string; label: string }[] }) {
  const { day, isSolo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<EndFields>({
    id: "end",
    lastResult: answer?.result,
    defaultValue: { lastDay: day },
  })
  const noun = classNoun(isSolo).one
  return (
    <>
      <ErrorSummary form={form} />
      <p>
        All students are unenrolled and later lessons removed. Attendance and charges are kept; a monthly fee
        is lowered where your tuition rule says so. Families hear of it only when you send the email.
      </p>
      <PostForm className="form" {...getFormProps(form)}>
        {rules.length > 1 ? (
          <SelectField
            meta={fields.scheduleId}
            label="What ends"
            hint="When one weekly time ends, students stay enrolled."
            prompt={`The whole ${noun}`}
            choices={rules}
          />
        ) : null}
        <DateField meta={fields.lastDay} label="Last day" hint="Lessons on this day still take place." />
        <Field meta={fields.reason} label="Reason" hint="Families can read it." maxLength={200} />
        {answer?.effect && answer.lastDay ? (
          <EndEffectCallout
            effect={answer.effect}
            fees={answer.fees}
            lastDay={answer.lastDay}
            isPart={answer.isPart}
          />
        ) : null}
        {answer?.seen ? <input type="hidden" name="seen" value={answer.seen} /> : null}
        <p className="buttons">
          {answer?.effect ? (
            <SubmitButton intent="save" variant="danger-primary" pending="Ending…">
              End this {answer.isPart ? "weekly time" : noun}
            </SubmitButton>
          ) : null}
          <SubmitButton
            intent="preview"
            variant={answer?.effect ? "secondary" : "primary"}
            pending="Checking…"
            label="Preview changes"
          />
        </p>
      </PostForm>
    </>
  )
}

type ShownEnding = Ending & { told: string | null; emails: number; unreached: string; text: string[] }

/** The endings of a class: the email to its families, which waits until it is confirmed, and the way back. */
function ClassEndings({ name, endings }: { name: string; endings: ShownEnding[] }) {
  return endings.map(({ id, part, lastDay, told, emails, unreached, text }) => (
    <section className="section" key={id} aria-labelledby={`ending-${id}`}>
      <h2 id={`ending-${id}`}>
        {part ?? name}: last day {formatDate(lastDay, "medium")}
      </h2>
      {told ? (
        <p>Families were emailed on {told}.</p>
      ) : emails > 0 ? (
        <>
          <p>Families don’t know yet. This email waits until you send it, one per person:</p>
          <blockquote className="letter-preview">
            {text.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </blockquote>
        </>
      ) : (
        <p>{unreached ? "No email leaves." : "No families with an email are affected."}</p>
      )}
      {unreached && !told ? <p>{unreached}</p> : null}
      <PostForm sends={{ ending: id }}>
        <p className="buttons">
          {!told && emails > 0 ? (
            <SubmitButton intent="tell" variant="primary" pending="Sending…">
              Send {countOf(emails, "email")}
            </SubmitButton>
          ) : null}
          <SubmitButton intent="undo" variant="secondary" pending="Undoing…" label="Undo this ending" />
        </p>
      </PostForm>
      <p className="dim">
        Undo brings lessons and enrollments back as they were.
        {told ? " Families who have the email get another one." : ""}
      </p>
    </section>
  ))
}

/** What ending a class, or one of its weekly times, would do. */
function EndEffectCallout({
  effect,
  fees,
  lastDay,
  isPart,
}: {
  effect: EndEffect
  /** How the charged monthly fees change; null where none does. */
  fees: { students: number; differenceMinor: number; currency: string } | null
  lastDay: string
  isPart: boolean
}) {
  const { sessions, cancelled, kept, students } = effect
  return (
    <Callout tone="amber">
      <p role="status">
        After {formatDate(lastDay, "full")}: {countOf(sessions, "lesson is", "lessons are")} removed
        {cancelled > 0 ? `, ${formatNumber(cancelled)} of them shown as canceled` : ""}.{" "}
        {isPart
          ? "Students stay enrolled."
          : students.length > 0
            ? `${countOf(students.length, "student is", "students are")} unenrolled: ${students.join(", ")}.`
            : "No students are enrolled."}
        {kept > 0 ? ` ${countOf(kept, "lesson")} with attendance ${formFor(kept, "is", "are")} kept.` : ""}
      </p>
      {fees && fees.differenceMinor !== 0 ? (
        <p>
          The charged monthly fees of {countOf(fees.students, "student")} go{" "}
          {fees.differenceMinor < 0 ? "down" : "up"} by{" "}
          {formatMoney(Math.abs(fees.differenceMinor), fees.currency)} in all.
        </p>
      ) : null}
    </Callout>
  )
}
