import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, Field } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { TuitionMonths } from "~/components/money/prices/tuition-months"
import { pageTitle } from "~/components/shell/frame"
import { ClashHelp } from "~/components/teaching/class/clash-help"
import { classNoun } from "~/components/teaching/class/class-labels"
import { OwnPrice } from "~/components/teaching/class/own-price"
import { PrerequisiteReason } from "~/components/teaching/class/prerequisite-reason"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { idIn } from "~/http/intents.server"
import { classOfPage } from "~/http/page-reads.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectAfterDeleting, redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { allOrNothing, rehearse } from "~/models/foundation/access/rehearse.server"
import { findOwnDeletion } from "~/models/foundation/deleted-record/deleted-record.server"
import {
  asksForNames,
  type NameOffer,
  nothingSought,
  readNameWish,
} from "~/models/foundation/name-search/name-search"
import type { PreviewedMonth } from "~/models/money/charge/charge"
import { settleTuition } from "~/models/money/charge/settle-tuition.server"
import {
  type DropForm as DropFields,
  DropForm,
  type MoveStudentForm as MoveFields,
  MoveStudentForm,
} from "~/models/teaching/class/class-form"
import { dropStudent, moveStudent, undoDrop } from "~/models/teaching/class/leave-class.server"
import { findEnrollment, offerClassesWithSpots } from "~/models/teaching/class/roster.server"
import { overrideOf } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-check"
import { enrollMessages, undoDropRefusals } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { countOf, formatDate, formFor } from "~/utils/formats"
import { intentOf } from "~/utils/intent"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { answerOwnPrice, feesOfEnd, feesOfMove, monthsOf, pricesOf } from "./own-price.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const enrollment = orNotFound(findEnrollment(actor, found.id, params.enrollmentId ?? ""))
  const date = todayOf(actor)
  const day = enrollment.startsOn > date ? enrollment.startsOn : date
  return {
    className: found.name,
    classId: found.id,
    name: enrollment.name,
    startsOn: enrollment.startsOn,
    endsOn: enrollment.endsOn,
    today: date,
    day,
    months: monthsOf(actor, found.id, enrollment),
    prices: pricesOf(actor, found, enrollment, day),
    currency: actor.school.currency,
    nextDay: addDays(day, 1),
    others: offerClassesWithSpots(actor, found.id, nothingSought),
    noun: classNoun(actor.school.kind === "solo").one,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const [classId, enrollmentId] = [params.classId ?? "", params.enrollmentId ?? ""]
  const found = findEnrollment(actor, classId, enrollmentId)
  const form = await request.formData()
  if (form.get("command") === "undo") return undoLeaving(actor, classId, enrollmentId, form)
  // Pressed twice: the first press canceled it.
  if (!found && findOwnDeletion(actor, enrollmentId)) return redirect(paths.classStudents(classId))
  const enrollment = orNotFound(found)
  if (form.get("command") === "price") return answerOwnPrice(actor, enrollment, form)
  const command = form.get("command") === "move" ? "move" : "drop"
  const others =
    command === "move" ? offerClassesWithSpots(actor, classId, readNameWish(form, "toClassId")) : null
  const refuse = (answer: ReturnType<typeof invalid>, refused: Refused | null = null) =>
    data(
      { command, refused, freed: undefined, months: noMonths, others, result: answer.data.result },
      { status: 400 },
    )
  const preview = (left: Left, months: PreviewedMonth[], result: ReturnType<typeof asTyped>) =>
    data({ command, refused: null, freed: freedText(left), months, others, result })

  if (command === "move") {
    const submission = readForm(form, { schema: MoveStudentForm })
    if (asksForNames(form))
      return answerSearch(form, submission, {
        ...{ command, refused: null, freed: undefined, months: noMonths, others },
      })
    if (submission.status !== "success") return refuse(invalid(submission))
    const override = overrideOf(submission.value)
    const { toClassId, prerequisiteReason: reason } = submission.value
    const prerequisites = reason ? { reason } : undefined
    const move = () => {
      const done = moveStudent(actor, classId, enrollmentId, { ...submission.value, override, prerequisites })
      if (!done.ok) return done
      const months = feesOfMove(actor, enrollment, { from: classId, to: toClassId })
      if (!isPreview) settleTuition(actor, enrollmentId)
      return { ...done, months }
    }
    const isPreview = intentOf(form) === "preview"
    const moved = isPreview ? rehearse(move) : allOrNothing(move)
    if (!moved.ok) {
      const { messages, refused } = enrollMessages(moved)
      const { lastDay: _, ...others } = messages
      return refuse(invalid(submission, others), refused)
    }
    if (isPreview) return preview(moved, moved.months, asTyped(submission))
    const { from } = submission.value
    return redirectWithUndo(
      paths.classStudents(toClassId),
      `${moved.name} moved, starting ${formatDate(from, "medium")}.`,
      {
        to: paths.enrollment(classId, enrollmentId),
        fields: { command: "undo", lastDay: addDays(from, -1), toClassId },
      },
    )
  }
  const submission = readForm(form, { schema: DropForm })
  if (submission.status !== "success") return refuse(invalid(submission))
  const drop = () => {
    const done = dropStudent(actor, classId, enrollmentId, submission.value)
    if (!done.ok) return done
    const months = feesOfEnd(actor, classId, enrollment)
    if (!isPreview) settleTuition(actor, enrollmentId)
    return { ...done, months }
  }
  const isPreview = intentOf(form) === "preview"
  const dropped = isPreview ? rehearse(drop) : allOrNothing(drop)
  if (!dropped.ok) {
    const { from: _, ...others } = enrollMessages(dropped).messages
    return refuse(invalid(submission, others))
  }
  if (isPreview) return preview(dropped, dropped.months, asTyped(submission))
  const { lastDay } = submission.value
  if (lastDay < enrollment.startsOn)
    return redirectAfterDeleting(
      paths.classStudents(classId),
      `Enrollment of ${dropped.name} canceled. ${freedText(dropped)}`,
      enrollmentId,
    )
  const text = `${dropped.name} leaves after ${formatDate(lastDay, "medium")}. ${freedText(dropped)}`
  return redirectWithUndo(paths.classStudents(classId), text, {
    to: paths.enrollment(classId, enrollmentId),
    fields: { command: "undo", lastDay },
  })
}

/** Undoes what the form for leaving or the one for moving did. */
function undoLeaving(actor: Actor, classId: string, enrollmentId: string, form: FormData) {
  const toClassId = idIn(form, "toClassId") || undefined
  const undone = allOrNothing(() => {
    const done = undoDrop(actor, classId, enrollmentId, idIn(form, "lastDay"), toClassId)
    if (done.ok) settleTuition(actor, enrollmentId)
    return done
  })
  const to = paths.classStudents(classId)
  if (undone.ok) return redirectWithToast(to, backText(undone, toClassId !== undefined))
  if (undone.reason === "not-found") throw notFound()
  const title = undone.reason === "stays" ? undone.text : undoDropRefusals[undone.reason]
  return redirectWithToast(to, { title, tone: "bad" })
}

const backText = ({ name, endsOn }: { name: string; endsOn: string | null }, isMove: boolean) =>
  endsOn
    ? `${name} leaves after ${formatDate(endsOn, "medium")}, as before.`
    : `${name} ${isMove ? "is back" : "stays"} in the class.`

const noMonths: PreviewedMonth[] = []

type Left = { freed: number; lost: readonly string[] }

/** "9 lessons are freed up. The make-up credit for Jan 9 is revoked." */
function freedText({ freed, lost }: Left): string {
  const days = lost.map((day) => formatDate(day, "short"))
  return [
    freed === 0 ? "No lessons are affected." : `${countOf(freed, "lesson is", "lessons are")} freed up.`,
    ...(days.length > 0
      ? [
          `${formFor(days.length, "The make-up credit", "The make-up credits")} for ${joinNames(days)} ${formFor(days.length, "is", "are")} revoked.`,
        ]
      : []),
  ].join(" ")
}

export const meta = pageTitle<typeof loader>((found) => `${found.name} in ${found.className}`)

export default function Enrollment() {
  const { className, classId, name, startsOn, endsOn, today, nextDay, others, noun, months, currency } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const moved = answer?.command === "move" ? answer : undefined
  const dropped = answer?.command === "drop" ? answer : undefined
  const since = `enrolled in this ${noun} ${startsOn > today ? "from" : "since"} ${formatDate(startsOn, "full")}`
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.classStudents(classId), label: className }}
        title={name}
        expression={endsOn ? `${since}, until ${formatDate(endsOn, "full")}` : since}
      />
      <Price />
      <TuitionMonths months={months} currency={currency} />
      <DropStudent
        name={name}
        lastDay={today}
        isComing={startsOn > today}
        own={dropped}
        found={dropped?.freed}
      >
        <TuitionMonths months={dropped?.months ?? []} currency={currency} />
      </DropStudent>
      <MoveStudent
        nextDay={nextDay}
        others={moved?.others ?? others}
        source={paths.classNames({ from: classId })}
        noun={noun}
        name={name}
        own={moved}
        found={moved?.freed}
      />
      {moved?.freed ? <TuitionMonths months={moved.months} currency={currency} /> : null}
    </div>
  )
}

function Price() {
  const { name, day, prices, currency, noun } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!prices) return null
  return (
    <OwnPrice
      {...{ name, day, currency, noun, ...prices }}
      lastResult={answer?.command === "price" ? answer.result : undefined}
    />
  )
}

type DropProps = {
  name: string
  lastDay: string
  isComing: boolean
  own?: { result?: SubmissionResult; months: { wasMinor?: number }[] }
  /** The preview as text: how many lessons are freed. */
  found?: string
  /** What the months cost then, below the preview. */
  children: ReactNode
}

/** Ends a student's enrollment with a last day. */
function DropStudent({ name, lastDay, isComing, own, found, children }: DropProps) {
  const [form, fields] = useForm<DropFields>({
    id: "drop",
    lastResult: own?.result,
    defaultValue: { lastDay },
  })
  const months = own?.months ?? []
  const kept = months.some(({ wasMinor }) => wasMinor !== undefined)
    ? "Attendance is kept, and the fees below change."
    : "Attendance and charges are kept."
  return (
    <section className="form" aria-labelledby="drop-title">
      <ErrorSummary form={form} />
      <h2 id="drop-title">Unenroll</h2>
      <PostForm className="form" {...getFormProps(form)} sends={{ command: "drop" }}>
        <DateField
          meta={fields.lastDay}
          label="Last day"
          hint={
            isComing
              ? "A day before the first one cancels the enrollment."
              : "Lessons on this day still take place."
          }
        />
        <Field
          meta={fields.reason}
          label="Reason"
          hint="Counted in the report on why students leave."
          maxLength={200}
        />
        {found ? (
          <>
            <p role="status">
              {kept} {found}
            </p>
            {children}
          </>
        ) : null}
        <p className="buttons">
          <SubmitButton
            intent="preview"
            isMain
            variant="secondary"
            pending="Checking…"
            label="Preview changes"
          />
          <SubmitButton intent="save" variant="danger" pending="Dropping…">
            Unenroll {name}
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}

type MoveProps = {
  nextDay: string
  /** classes with a free spot */
  others: NameOffer
  source: string
  noun: string
  name: string
  /** The preview as text: how many lessons the move frees. */
  found?: string
  own?: { result?: SubmissionResult; refused: Refused | null }
}

/** Moves a student to another class from a day on. */
function MoveStudent({ nextDay, others, source, noun, name, found, own }: MoveProps) {
  const [form, fields] = useForm<MoveFields>({
    id: "move",
    lastResult: own?.result,
    defaultValue: { from: nextDay },
  })
  return (
    <section className="form" aria-labelledby="move-title">
      <ErrorSummary form={form} />
      <h2 id="move-title">Move to another {noun}</h2>
      {!others.isSearched && others.choices.length === 0 ? (
        <p className="dim">No other {noun} has a free spot.</p>
      ) : (
        <PostForm className="form" {...getFormProps(form)} sends={{ command: "move" }}>
          {others.isSearched ? (
            <EnterButton intent="preview" formNoValidate>
              Preview changes
            </EnterButton>
          ) : null}
          <div className="columns">
            <NameChoiceField
              meta={fields.toClassId}
              label="Move to"
              sought={`a ${noun}`}
              prompt={`Choose a ${noun}`}
              offer={others}
              source={source}
            />
            <DateField meta={fields.from} label="First day" />
          </div>
          <Field meta={fields.reason} label="Reason" maxLength={200} />
          <PrerequisiteReason meta={fields.prerequisiteReason} />
          <ClashHelp refused={own?.refused ?? null} meta={fields.overrideReason} />
          {found ? <p role="status">There’s a free spot, and the times work. {found}</p> : null}
          <p className="buttons">
            <SubmitButton
              intent="preview"
              isMain
              variant="secondary"
              pending="Checking…"
              label="Preview changes"
            />
            <SubmitButton intent="save" variant="secondary" pending="Moving…">
              Move {name}
            </SubmitButton>
          </p>
        </PostForm>
      )}
    </section>
  )
}
