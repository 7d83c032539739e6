import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { CheckField, DateField, Field } from "~/components/form/field"
import {
  ActButton,
  AnswerSummary,
  ErrorSummary,
  PostForm,
  SubmitButton,
  SubmitRow,
} from "~/components/form/post-form"
import { typedAnswers } from "~/components/foundation/custom-field/answer-details"
import { AnswerSection } from "~/components/foundation/custom-field/answer-fields"
import { FamilyFields } from "~/components/people/student/family-fields"
import { type FeeChange, FeeChanges } from "~/components/people/student/fee-changes"
import { InstrumentFields, NoteFields, PersonFields } from "~/components/people/student/person-fields"
import { PlannedStatus } from "~/components/people/student/planned-status"
import { type FramedStudent, studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { idIn, intents } from "~/http/intents.server"
import { classesOfPage, familyOfPage, plannedOfPage, studentOfPage } from "~/http/page-reads.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectAfterDeleting, redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { withAnswers } from "~/models/foundation/custom-field/custom-field-form"
import { binDays } from "~/models/foundation/deleted-record/deleted-record"
import { findOwnDeletion } from "~/models/foundation/deleted-record/deleted-record.server"
import { listGuardians } from "~/models/people/family/family.server"
import { asFound, offerFamilies } from "~/models/people/family/search-families.server"
import { listInstrumentsOf } from "~/models/people/student/instruments.server"
import { listOffered } from "~/models/people/student/offered.server"
import {
  isPlannedStep,
  type StatusStep,
  statusLabels,
  statusSteps,
  stepsFrom,
} from "~/models/people/student/student"
import { changeStudent, findStudent, undoMove } from "~/models/people/student/student.server"
import { factsOf } from "~/models/people/student/student-fields"
import { type StudentFields, studentForm } from "~/models/people/student/student-form"
import { countComingSessions } from "~/models/teaching/session/coming-sessions.server"
import {
  deleteStudent,
  type Obstacle,
  whatKeepsStudent,
} from "~/models/teaching/student-status/delete-student.server"
import { spotsText } from "~/models/teaching/student-status/spots-text"
import type { StatusForm } from "~/models/teaching/student-status/status-form"
import { todayOf } from "~/utils/clock.server"
import { countOf, formatFigure, formFor } from "~/utils/formats"
import { intentOf } from "~/utils/intent"
import { formatMoney } from "~/utils/money"
import { fullName, joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { sellsPlans } from "~/utils/sold-plans"
import { asksToFind } from "./student-choice.server"
import { statusIntents } from "./student-status.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  const family = orNotFound(familyOfPage(actor, student.familyId))
  return {
    studentId: student.id,
    status: student.status,
    planned: plannedOfPage(actor, student.id) ?? null,
    day: todayOf(actor),
    classes: classesOfPage(actor, student.id)
      .filter(({ isOver }) => !isOver)
      .map(({ name }) => name),
    ahead: countComingSessions(actor, student.id),
    alone: classesOfPage(actor, student.id)
      .filter(({ kind, isOver }) => kind === "private" && !isOver)
      .map(({ name }) => name),
    facts: factsOf(student),
    learned: listInstrumentsOf(actor, student.id),
    present: asFound(family),
    guardians: family.guardians.map(
      ({ payerShare, seesMoney, memberId: _, familyId: __, erasedAt: ___, ...guardian }) => ({
        ...guardian,
        share: formatFigure(payerShare / 100),
        seesMoney: seesMoney ? "on" : undefined,
      }),
    ),
    offered: listOffered(actor),
    own: listFields(actor, "student"),
    answers: answersFor(actor, student.id),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const studentId = params.studentId ?? ""
  const student = findStudent(actor, studentId)
  const form = await request.formData()
  const wasDeleted = !student && intentOf(form) === "delete" && findOwnDeletion(actor, studentId)
  if (wasDeleted) return redirectAfterDeleting(paths.students(), "Student deleted.", studentId)
  if (!student) throw notFound()
  return intents(form, paths.student(student.id), {
    ...statusIntents(actor, student),
    delete: () => {
      const deleted = deleteStudent(actor, student.id)
      if (deleted.ok) return redirectAfterDeleting(paths.students(), `${deleted.name} deleted.`, student.id)
      if (deleted.reason === "not-found") throw notFound()
      return redirectWithToast(paths.editStudent(student.id), {
        title: `${fullName(student)} wasn’t deleted.`,
        text: `${keptBy(student.firstName, whatKeepsStudent(actor, student.id))} Move them to former instead.`,
        tone: "bad",
      })
    },
    "undo-move": () => {
      const undone = undoMove(actor, student.id, idIn(form, "move"))
      if (!undone.ok && undone.reason === "not-found") throw notFound()
      return redirectWithToast(
        paths.student(student.id),
        undone.ok ? `${undone.name} is back in the former family.` : { title: movedSince, tone: "bad" },
      )
    },
    else: () => save(actor, student, form),
  })
}

const movedSince = "The student or one of the families was changed again. Nothing was undone."

const obstacleText: Record<Obstacle, string> = {
  attendance: "attendance",
  charge: "a charge",
  consent: "a consent",
  event: "an event",
  inquiry: "an inquiry",
  login: "a login",
}

/** Why a student wasn’t deleted: "On record for Milo: the class Guitar group and a charge." */
function keptBy(firstName: string, { classNames, others }: ReturnType<typeof whatKeepsStudent>) {
  const named = [
    ...classNames.map((name) => `the class ${name}`),
    ...others.map((each) => obstacleText[each]),
  ]
  return `On record for ${firstName}: ${named.length > 0 ? joinNames(named) : "something else, such as a message or a file"}.`
}

type Student = NonNullable<ReturnType<typeof findStudent>>

function save(actor: Actor, student: Student, form: FormData) {
  const submission = readForm(form, {
    schema: withAnswers(
      studentForm(todayOf(actor)),
      listFields(actor, "student"),
      answersFor(actor, student.id),
    ),
  })
  const families = offerFamilies(actor, form)
  const searched = String(form.get("familySearch") ?? "").trim()
  const refuse = (answer: ReturnType<typeof invalid>, status = 400) =>
    data({ result: answer.data.result, families, searched }, { status })

  if (
    asksToFind(
      form,
      "familySearch",
      () =>
        submission.payload.family === "new" ||
        families.some(({ id }) => id === submission.payload.family && id !== student.familyId),
    )
  )
    return answerSearch(form, submission, { families, searched })
  if (submission.status !== "success") return refuse(invalid(submission))

  const { custom, ...facts } = submission.value
  const adults = listGuardians(actor, [student.familyId]).map(({ name }) => name)
  const changed = changeStudent(actor, student.id, facts, custom)
  if (changed.ok && facts.family !== student.familyId)
    return redirectWithToast(paths.student(student.id), {
      title: `${fullName(submission.value)} saved.`,
      ...(adults.length > 0 ? { text: leftText(adults, facts.firstName) } : {}),
      tone: "good",
      ...(changed.moveId
        ? {
            undo: {
              to: paths.editStudent(student.id),
              fields: { intent: "undo-move", move: changed.moveId },
            },
          }
        : {}),
    })
  if (changed.ok)
    return redirectAfterSaving(paths.student(student.id), fullName(submission.value), facts.guardians)
  switch (changed.reason) {
    case "no-student":
      throw notFound()
    case "no-family":
      return refuse(invalid(submission, { family: "This family no longer exists. Choose another." }))
    case "code-taken":
      return refuse(invalid(submission, { code: "That student ID is already in use." }), 409)
    case "other-guardians":
      return refuse(
        invalid(submission, {
          form: "Someone else changed these guardians. Reload the page and try again.",
        }),
        409,
      )
    case "not-whole":
      return refuse(invalid(submission, { form: "Change the guardians’ shares to total 100%." }))
    case "guardian-needed":
      return refuse(
        invalid(submission, {
          form:
            changed.why === "signs-in"
              ? `${changed.name} has a login, so they can’t be removed. Lock their login and set their share to 0% instead.`
              : `${changed.name} has invoices or payments, so they can’t be removed. Set their share to 0% instead.`,
        }),
        409,
      )
  }
}

export const handle: FramedPage<typeof loader, FramedStudent> = {
  column: "stack narrow",
  head: (_page, student) => ({
    back: { to: paths.student(student.id), label: student.name },
    title: `Edit ${student.name}`,
    expression: null,
    actions: null,
  }),
}

export const meta = frameTitle(studentFrame, (student) => `Edit ${student.name}`)

export default function EditStudent() {
  const { facts, learned, present, studentId, guardians, offered, own, answers, alone, ...standing } =
    useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const step = answered && "step" in answered ? answered : undefined
  const answer = answered && "step" in answered ? undefined : answered
  const [form, fields] = useForm<StudentFields & { custom: Record<string, string> }>({
    id: "student",
    lastResult: answer?.result,
    defaultValue: {
      ...facts,
      family: present.id,
      instruments: [...learned, {}].slice(0, 4),
      guardians: [...guardians, { seesMoney: "on" }],
      custom: typedAnswers(own, answers),
    },
  })
  return (
    <>
      <AnswerSummary formId={`status-${step?.step}`} result={step?.result} />
      <ErrorSummary form={form} />
      <PostForm edits className="stack" {...getFormProps(form)}>
        <EnterButton intent="save">Save</EnterButton>
        <PersonFields fields={fields} />
        <FamilyFields
          fields={fields}
          families={answer?.families ?? []}
          present={present}
          searched={answer?.searched ?? ""}
        />
        <InstrumentFields fields={fields} known={offered} />
        <AnswerSection fields={own} metas={fields.custom.getFieldset()} />
        <NoteFields fields={fields} />
        <SubmitRow label="Save" intent="save" pending="Saving…" />
      </PostForm>
      <section className="section" aria-labelledby="status-title">
        <h2 id="status-title">Status</h2>
        <p className="dim">{statusLabels[standing.status]}</p>
        <PlannedStatus studentId={studentId} name={facts.firstName} planned={standing.planned} />
        <p className="dim">Save any changes above before you change the status.</p>
        <StatusSteps
          key={standing.status}
          studentId={studentId}
          name={facts.firstName}
          answer={step}
          {...standing}
        />
      </section>
      <section className="section" aria-labelledby="delete-title">
        <h2 id="delete-title">Entered by mistake</h2>
        <p className="dim">
          As long as nothing else is on record for {facts.firstName}: no group class, attendance, charge,
          message or file, and no login, inquiry or consent.{" "}
          {alone.length > 0
            ? `Also deleted, without an email: the planned lessons of ${joinNames(alone)}. `
            : ""}
          An administrator can restore the student for {binDays} days. The family stays.
        </p>
        <ActButton label={`Delete ${facts.firstName}`} intent="delete" pending="Deleting…" />
      </section>
    </>
  )
}

type Listed = { id?: string; name?: string; remove?: boolean }

const leftText = (adults: readonly string[], firstName: string) =>
  `${joinNames(adults)} ${formFor(adults.length, "doesn’t", "don’t")} see ${firstName} anymore. Add the guardians of the family that ${firstName} is in now.`

/** To the student's page; a guardian who was removed comes back with one click. */
function redirectAfterSaving(back: string, student: string, guardians: readonly Listed[]) {
  const [gone, ...others] = guardians.filter(({ id, remove }) => id && remove)
  if (!gone?.id || others.length > 0) return redirectWithToast(back, `${student} saved.`)
  return redirectAfterDeleting(back, `${student} saved. ${gone.name} removed from the family.`, gone.id)
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type StepsProps = Pick<Loaded, "studentId" | "status" | "classes" | "ahead" | "day"> & {
  name: string
  answer?: { step: string; effect: Effect | null; result: SubmissionResult<string[]> }
}

type Effect = Parameters<typeof LeavingEffect>[0]["effect"]

/** The status changes available to a student, each with its effect above its button. */
function StatusSteps({ status, answer, ...rest }: StepsProps) {
  return (
    <>
      {stepsFrom(status).map((step) => (
        <Step key={step} step={step} answer={answer?.step === step ? answer : undefined} {...rest} />
      ))}
    </>
  )
}

type StepProps = Omit<StepsProps, "status"> & { step: StatusStep }

function Step({ step, studentId, name, classes, ahead, day, answer }: StepProps) {
  const [form, fields] = useForm<Record<keyof StatusForm, string>>({
    id: `status-${step}`,
    lastResult: answer?.result,
    defaultValue: { from: day },
  })
  const { label, to } = statusSteps[step]
  const needsReason = step === "pause" || step === "end"
  return (
    <details className="disclosure no-print" open={answer !== undefined}>
      <summary>{label}</summary>
      <PostForm className="form" {...getFormProps(form)} sends={{ step }}>
        <p className="dim">{effectOf(step, name, classes, ahead)}</p>
        {step === "pause" && classes.length > 0 ? (
          <p className="dim">
            Away for a while? <Link to={paths.studentLeave(studentId)}>Record a leave instead</Link>: the
            spots are kept, lessons expect no one, and it ends automatically.
          </p>
        ) : null}
        {isPlannedStep(step) ? (
          <DateField
            meta={fields.from}
            label="Takes effect on"
            hint={`Today or a later day.${needsReason ? " Lessons on that day still take place." : ""}`}
          />
        ) : null}
        <Field meta={fields.reason} label="Reason" optional={!needsReason} maxLength={200} />
        {step === "pause" && classes.length > 0 ? (
          <CheckField
            meta={fields.leaveClasses}
            label={`Unenroll from ${joinNames(classes)}`}
            hint={`Otherwise ${name} keeps the spots and still appears in attendance.`}
          />
        ) : null}
        {answer?.effect ? <LeavingEffect effect={answer.effect} /> : null}
        <p className="buttons">
          {needsReason ? (
            <SubmitButton
              intent="preview-status"
              isMain
              variant="secondary"
              pending="Checking…"
              label="Preview changes"
            />
          ) : null}
          <SubmitButton intent="status" variant={step === "end" ? "danger" : "secondary"} pending="Saving…">
            {to === "former" ? `Move ${name} to former` : label}
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}

/** What is only true where plans have limits. */
const counts = (text: string) => (sellsPlans() ? text : "")

function effectOf(step: StatusStep, name: string, classes: string[], ahead: number): string {
  switch (step) {
    case "end":
      return classes.length > 0
        ? `${name} becomes a former student today and is unenrolled from ${joinNames(classes)}, including ${countOf(ahead, "upcoming lesson")}. With a later day, lessons take place until then. Attendance, invoices and notes are kept.`
        : `${name} becomes a former student today, or on a later day. Attendance, invoices and notes are kept.`
    case "pause":
      return `${name} is paused from today, or a later day${counts(", and still counts toward your plan limit")}.`
    case "resume":
      return `${name} becomes active again today, or on a later day.`
    case "return":
      return `${name} becomes active again today, or on a later day${counts(", and counts toward your plan limit from then")}. Enroll ${name} in classes afterward.`
    case "trial":
      return `${name} starts a trial today${counts(" and counts toward your plan limit")}.`
    case "start":
      return `${name} becomes an active student today.`
  }
}

type LeavingEffectProps = {
  effect: {
    classes: string[]
    /** planned lessons after the day */
    lessons: number
    /** make-up lessons and guest spots */
    spots: number
    fees: FeeChange[]
    /** what the family owes, where someone leaves */
    balanceMinor: number | null
    currency: string
  }
}

/** What pausing or leaving on the chosen day brings. */
function LeavingEffect({ effect }: LeavingEffectProps) {
  const { classes, lessons, spots, fees, balanceMinor, currency } = effect
  return (
    <div role="status">
      <p>
        {classes.length > 0
          ? `Leaves ${joinNames(classes)}. ${countOf(lessons, "planned lesson")} after that day will be removed.`
          : spots > 0
            ? ""
            : "No class or lesson changes."}
        {spots > 0 ? ` Frees ${spotsText(spots)} after that day.` : ""}
      </p>
      <FeeChanges fees={fees} currency={currency} />
      {balanceMinor ? (
        <p>
          The family has {formatMoney(Math.abs(balanceMinor), currency)}{" "}
          {balanceMinor > 0 ? "due" : "in account credit"}.
        </p>
      ) : null}
    </div>
  )
}
