import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { SelectField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { MoreDetails } from "~/components/form/more-details"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { AnswerFields } from "~/components/foundation/custom-field/answer-fields"
import { TuitionMonths } from "~/components/money/prices/tuition-months"
import { pageTitle } from "~/components/shell/frame"
import { ClashHelp } from "~/components/teaching/class/clash-help"
import { ClassFactsFields, OnlineLinkField } from "~/components/teaching/class/class-facts-fields"
import { classNoun } from "~/components/teaching/class/class-labels"
import { LeaveOut } from "~/components/teaching/class/leave-out"
import { NewClassParts, StartNote } from "~/components/teaching/class/new-class-parts"
import { laterWeeks } from "~/components/teaching/class/rotating-times"
import { selectedDays } from "~/components/teaching/class/rule-fields"
import { StudentTicks } from "~/components/teaching/class/student-ticks"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { withAnswers } from "~/models/foundation/custom-field/custom-field-form"
import { asksForNames } from "~/models/foundation/name-search/name-search"
import { previewMonths } from "~/models/money/charge/preview-months.server"
import { listOffered } from "~/models/people/student/offered.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { classKinds } from "~/models/teaching/class/class"
import { startClass } from "~/models/teaching/class/class.server"
import { type NewClassFields, NewClassForm } from "~/models/teaching/class/class-form"
import { kindLabels } from "~/models/teaching/class/class-query"
import { copyOfClass } from "~/models/teaching/class/find-class.server"
import { offerStudents } from "~/models/teaching/class/offer-students.server"
import { firstLesson, lessonTogether } from "~/models/teaching/first-lesson/first-lesson.server"
import { offerLines, offerLinesOf } from "~/models/teaching/line-offer/line-offer.server"
import { scheduledText } from "~/models/teaching/session/rule-effect"
import { overrideOf, withWeeklySlot } from "~/models/teaching/session/session-form"
import { skippedTexts } from "~/models/teaching/session/skipped-time"
import { asksToFind, choosesAmong, readStudentChoice } from "~/routes/students/student-choice.server"
import { startMessages } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const { copied, begun, together } = withoutPrice(actor, startOf(actor, request))
  const chosen = begun ? [begun.student.id] : ((together ?? copied)?.students ?? [])
  const isSolo = actor.school.kind === "solo"
  return {
    copied,
    begun,
    together,
    chosen,
    offered: begun
      ? [{ ...begun.student, about: begun.facts.instrument }]
      : offerStudents(actor, { search: "", chosen }),
    lines: offerLines(actor, { ...copied?.facts, ...together?.facts, ...begun?.facts }),
    ownTeacherId: isSolo ? (listTeachers(actor)[0]?.id ?? "") : "",
    own: listFields(actor, "class"),
    instruments: listOffered(actor).instruments,
    day: todayOf(actor),
    currency: actor.school.currency,
    isSolo,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const form = withWeeklySlot(await request.formData())
  if (!seesFamilyMoney(actor)) keepPrice(form, startOf(actor, request))
  const offered = (search: string, chosen: string[]) =>
    offerStudents(actor, { search, chosen, instrument: String(form.get("instrument") ?? "") })
  const more = {
    refused: null,
    leavesClashing: form.get("leavesClashing") === "on",
    effect: null,
    months: [],
    lines: offerLinesOf(actor, form),
    ...readStudentChoice(form, offered),
  }
  const submission = readForm(form, { schema: withAnswers(NewClassForm, listFields(actor, "class")) })
  const isChosen = (search: string) => choosesAmong(form, offered(search, []))
  if (asksToFind(form, "search", isChosen) || asksForNames(form)) return answerSearch(form, submission, more)
  if (submission.status !== "success") return data({ ...more, ...invalid(submission).data }, { status: 400 })

  const { custom, ...facts } = submission.value
  const { intent, name } = facts
  const start = () => startClass(actor, facts, overrideOf(facts), custom)
  const started =
    intent === "preview" ? previewStart(actor, facts.students, start) : { ...start(), months: [] }
  if (!started.ok) {
    const { messages, refused } = startMessages(started)
    return data({ ...more, refused, ...invalid(submission, messages).data }, { status: 409 })
  }
  if (intent === "preview")
    return data({ ...more, effect: started.effect, months: started.months, result: asTyped(submission) })
  return redirectWithToast(paths.class(started.classId), {
    title: `${name} created.`,
    text:
      started.effect.made === 0
        ? undefined
        : `${scheduledText(started.effect.made, started.effect.unscheduled.length)} ${skippedTexts(started.effect.skipped)}`.trim(),
    tone: "good",
  })
}

export const meta = pageTitle<typeof loader>(
  (data) => `New ${classNoun(data.isSolo).one}`,
  `New ${classNoun(false).one}`,
)

export default function NewClass() {
  const { begun } = useLoaderData<typeof loader>()
  // Another proposed time begins the form again.
  return <NewClassPage key={begun?.time ? `${begun.time.date} ${begun.time.startTime}` : ""} />
}

function NewClassPage() {
  const loaded = useLoaderData<typeof loader>()
  const { begun, together, copied, instruments, day, isSolo, currency, ownTeacherId } = loaded
  const answer = useActionData<typeof action>()
  const noun = classNoun(isSolo)
  const [form, fields] = useForm<NewClassFields & { custom: Record<string, string> }>({
    id: "new-class",
    lastResult: answer?.result,
    defaultValue: {
      kind: isSolo ? "private" : "group",
      capacity: isSolo ? "1" : "8",
      teacherId: ownTeacherId,
      billing: "per_session",
      everyWeeks: "1",
      rotation: laterWeeks.map(() => ""),
      minutes: "45",
      startsOn: day,
      ends: "open",
      ...copied?.facts,
      ...together?.facts,
      ...begun?.facts,
    },
  })
  const own = fields.custom.getFieldset()
  return (
    <div className="stack narrow">
      <ErrorSummary form={form} />
      <PageHead
        title={
          begun
            ? `Weekly lesson for ${begun.student.name}`
            : together
              ? `Lesson for ${together.names}`
              : copied
                ? `Copy of ${copied.facts.name}`
                : `New ${noun.one}`
        }
        back={
          begun
            ? { to: paths.student(begun.student.id), label: begun.student.name }
            : { to: paths.classes(), label: noun.title }
        }
        expression={
          together ? "Once, at the time that’s free. For a weekly lesson, choose no end date." : undefined
        }
      />
      <PostForm makes className="stack group" {...getFormProps(form)}>
        <EnterButton intent="save">{`Create ${noun.one}`}</EnterButton>
        <section className="form" aria-labelledby="basics">
          <h2 id="basics">Basics</h2>
          <SelectField
            meta={fields.kind}
            label="Type"
            choices={classKinds.map((value) => ({ value, label: kindLabels[value] }))}
          />
          <ClassFactsFields {...{ fields, instruments, isSolo }} lines={answer?.lines ?? loaded.lines} />
          <AnswerFields fields={loaded.own.filter(({ isRequired }) => isRequired)} metas={own} />
        </section>
        <NewClassParts fields={fields} currency={currency} proposed={begun} />
        <section className="form" aria-labelledby="people">
          <h2 id="people">Students</h2>
          <StudentTicks
            search={fields.search}
            students={fields.students}
            offered={answer?.offered ?? loaded.offered}
            chosen={answer?.chosen ?? loaded.chosen}
            searched={answer?.searched ?? ""}
          />
        </section>
        <LaterFields link={fields.onlineLink} own={loaded.own} metas={own} />
        {answer?.effect ? <StartNote effect={answer.effect} currency={currency} /> : null}
        <TuitionMonths months={answer?.months ?? []} currency={currency} />
        <LeaveOut meta={fields.leavesClashing} answer={answer} isNew />
        <ClashHelp
          refused={answer?.refused ?? null}
          meta={fields.overrideReason}
          days={selectedDays(fields.weekdays.initialValue)}
        />
        <p className="buttons">
          <SubmitButton intent="save" pending="Creating…">
            Create {noun.one}
          </SubmitButton>
          <SubmitButton intent="preview" variant="secondary" pending="Checking…" label="Preview lessons" />
        </p>
      </PostForm>
    </div>
  )
}

type LaterFieldsProps = {
  link: FieldMeta
  own: readonly CustomField[]
  metas: Record<string, FieldMeta | undefined>
}

/** What a new class can be given later. */
function LaterFields({ link, own, metas }: LaterFieldsProps) {
  const optional = own.filter(({ isRequired }) => !isRequired)
  return (
    <MoreDetails metas={[link, ...optional.map(({ id }) => metas[id])]}>
      <div className="form">
        <OnlineLinkField meta={link} />
        <AnswerFields fields={optional} metas={metas} />
      </div>
    </MoreDetails>
  )
}

const mostTogether = 12

/** What a new class begins with: a copy of another, a student's lesson with its free times, or a time found for students. */
function startOf(actor: Actor, request: Request) {
  const { searchParams } = new URL(request.url)
  const fromId = searchParams.get("from")
  const copied = fromId ? copyOfClass(actor, fromId) : undefined
  const studentIds = [...new Set(searchParams.getAll("student"))].slice(0, mostTogether)
  const studentId = studentIds[0]
  const isFound = studentIds.length > 1 || (studentId !== undefined && searchParams.has("minutes"))
  const text = (name: string) => searchParams.get(name) ?? ""
  const together = isFound
    ? lessonTogether(actor, studentIds, {
        date: text("date"),
        startTime: text("time"),
        minutes: text("minutes"),
        teacherId: text("teacher"),
        roomId: text("room"),
      })
    : undefined
  const begun =
    studentId && !isFound
      ? firstLesson(actor, studentId, { date: text("date"), startTime: text("time") })
      : undefined
  if ((fromId && !copied) || (studentId && !begun && !together)) throw notFound()
  return { copied, begun, together }
}

type Start = ReturnType<typeof startOf>

/** The same for the form: members who don’t see prices don’t get this one. */
function withoutPrice(actor: Actor, start: Start): Start {
  if (seesFamilyMoney(actor)) return start
  const { copied, begun, together } = start
  return {
    together: together && { ...together, facts: { ...together.facts, amount: "" } },
    copied: copied && { ...copied, facts: { ...copied.facts, amount: "" } },
    begun: begun && { ...begun, facts: { ...begun.facts, amount: "" } },
  }
}

/** A member who doesn’t see prices sets none: the class gets the price it begins with, or none. */
function keepPrice(form: FormData, { copied, begun, together }: Start) {
  const facts = begun?.facts ?? together?.facts ?? copied?.facts
  form.set("billing", facts?.billing ?? "per_session")
  form.set("amount", facts?.amount ?? "")
}

/** What starting a class would bring, without doing it: for those who see prices also what it costs in the coming months. */
function previewStart(
  actor: Actor,
  studentIds: readonly string[],
  start: () => ReturnType<typeof startClass>,
) {
  const seesPrices = seesFamilyMoney(actor)
  return rehearse(() => {
    const started = start()
    if (!started.ok) return started
    if (seesPrices)
      return { ...started, months: previewMonths(actor, started.classId, studentIds, { withMissed: true }) }
    const students = started.effect.students.map((each) => ({ ...each, price: null, amountMinor: null }))
    return { ...started, effect: { ...started.effect, students, price: null }, months: [] }
  })
}
