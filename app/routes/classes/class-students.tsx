import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, Field, SegmentedField } from "~/components/form/field"
import { submittedValue } from "~/components/form/field-frame"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { CourseInstallments } from "~/components/money/prices/course-installments"
import { TuitionMonths } from "~/components/money/prices/tuition-months"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { ClashHelp } from "~/components/teaching/class/clash-help"
import { priceText } from "~/components/teaching/class/class-labels"
import { EnrolledLines } from "~/components/teaching/class/enrolled-lines"
import { OfferedSpots } from "~/components/teaching/class/offered-spots"
import { PrerequisiteReason } from "~/components/teaching/class/prerequisite-reason"
import { StudentTicks } from "~/components/teaching/class/student-ticks"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { type Column, DataTable, EmptyState } from "~/components/ui/data-table"
import { useHasRight } from "~/components/ui/limits"
import { orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { classOfPage, rosterOfPage } from "~/http/page-reads.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { previewMonths } from "~/models/money/charge/preview-months.server"
import { listCourse } from "~/models/money/course-price/course-price.server"
import { type EnrolledEffect, pausedText } from "~/models/teaching/class/class-effects"
import {
  type EnrollForm as EnrollFields,
  EnrollForm as EnrollSchema,
} from "~/models/teaching/class/class-form"
import { areSomePaused, enrollSeveral } from "~/models/teaching/class/enroll-several.server"
import { type ClassFacts, findClass } from "~/models/teaching/class/find-class.server"
import { offerStudents } from "~/models/teaching/class/offer-students.server"
import { listOfferedTo } from "~/models/teaching/class/offered-spots.server"
import { listStaying, type RosterRow } from "~/models/teaching/class/roster.server"
import type { Price } from "~/models/teaching/price/price"
import { overrideOf } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-check"
import { asksToFind, choosesAmong, readStudentChoice } from "~/routes/students/student-choice.server"
import { enrollMessages } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf, formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  return {
    class: found,
    roster: rosterOfPage(actor, found.id),
    offered: offer(actor, found, "", []),
    day: todayOf(actor),
    offeredTo: listOfferedTo(actor, found.id),
    course: seesFamilyMoney(actor) ? listCourse(actor, found.id) : [],
    currency: actor.school.currency,
  }
}

/** Students who are not in the class, or leave it on a day. */
const offer = (actor: Actor, { id, instrument }: ClassFacts, search: string, chosen: string[]) =>
  offerStudents(actor, {
    search,
    chosen,
    instrument,
    exceptIds: listStaying(actor, id),
  })

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findClass(actor, params.classId ?? ""))
  const form = await request.formData()
  const more = {
    refused: null,
    effect: null,
    months: [],
    ...readStudentChoice(form, (search, chosen) => offer(actor, found, search, chosen)),
  }
  const submission = readForm(form, { schema: EnrollSchema })
  if (asksToFind(form, "search", (search) => choosesAmong(form, offer(actor, found, search, []))))
    return answerSearch(form, submission, more)
  if (submission.status !== "success") return data({ ...more, ...invalid(submission).data }, { status: 400 })

  const { students, startsOn, billing, intent, prerequisiteReason: why } = submission.value
  const seesPrices = seesFamilyMoney(actor)
  const amount = seesPrices ? submission.value.amount : undefined
  const wish = {
    studentIds: students,
    startsOn,
    ...(amount === undefined ? {} : { billing, priceMinor: amount }),
    override: overrideOf(submission.value),
    prerequisites: why ? { reason: why } : undefined,
    resumes: submission.value.paused === "resume",
  }
  const enroll = () => {
    const done = enrollSeveral(actor, found.id, wish)
    return done.ok
      ? { ...done, months: previewMonths(actor, found.id, students, { withMissed: true }) }
      : done
  }
  const isPreview = intent === "preview"
  const asksOfPaused = !isPreview && submission.value.paused === undefined && areSomePaused(actor, students)
  const enrolled = isPreview || asksOfPaused ? rehearse(enroll) : enroll()
  if (!enrolled.ok) {
    const { messages, refused } = enrollMessages(enrolled)
    return data({ ...more, refused, ...invalid(submission, messages).data }, { status: 409 })
  }
  const effect = enrolled.effect.map((each) => ({ ...each, ...(seesPrices ? {} : priceless) }))
  if (asksOfPaused) {
    const paused = `${effect
      .filter((each) => each.paused)
      .map(pausedText)
      .join(" ")} Choose whether to resume.`
    return data({ ...more, effect, ...invalid(submission, { paused }).data }, { status: 409 })
  }
  if (isPreview)
    return data({
      ...more,
      effect,
      months: seesPrices ? enrolled.months : [],
      result: asTyped(submission),
    })
  const names = enrolled.effect.map(({ name }) => name)
  return redirectWithToast(
    paths.classStudents(found.id),
    `${names.length === 1 ? names[0] : countOf(names.length, "student")} enrolled, starting ${formatDate(startsOn, "medium")}.`,
  )
}

const priceless = { price: null, amountMinor: null }

export const handle: FramedPage = { tab: "students" }

export const meta = pageTitle<typeof loader>((found) => `${found.class.name}, students`)

export default function ClassStudents() {
  const {
    class: schoolClass,
    roster,
    offered,
    offeredTo,
    course,
    day,
    currency,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const seesPrices = useHasRight()("invoice:read")
  const enrolled = roster.present.filter(({ isComing }) => !isComing).length
  return (
    <>
      <AnswerSummary formId="enroll" result={answer?.result} />
      {roster.present.length > 0 ? (
        <RosterTable
          rows={roster.present}
          classId={schoolClass.id}
          currency={currency}
          seesPrices={seesPrices}
        />
      ) : (
        <EmptyState>No students are enrolled yet. Find and enroll them below.</EmptyState>
      )}
      <OfferedSpots offers={offeredTo} />
      {schoolClass.isOver ? null : (
        <section className="section narrow" aria-labelledby="enroll-title">
          <h2 id="enroll-title">Enroll students</h2>
          {enrolled >= schoolClass.capacity ? (
            <p>
              Every spot is taken.{" "}
              <Link to={paths.waitingList(schoolClass.id)}>Add students to the waiting list</Link>, or raise
              the number of spots.
            </p>
          ) : null}
          <CourseInstallments installments={course} currency={currency} />
          <EnrollForm
            answer={answer}
            offered={answer?.offered ?? offered}
            searched={answer?.searched ?? ""}
            price={schoolClass.price ?? schoolClass.comingPrices[0] ?? null}
            day={day}
            currency={currency}
            seesPrices={seesPrices}
          />
          <TuitionMonths months={answer?.months ?? []} currency={currency} />
        </section>
      )}
      <p className="buttons">
        <Link to={paths.waitingList(schoolClass.id)}>Waiting list</Link>{" "}
        <Link to={paths.emergencySheet({ class: schoolClass.id })}>Emergency sheet</Link>
      </p>
      {roster.gone.length > 0 ? (
        <details className="disclosure">
          <summary>Former students ({roster.gone.length})</summary>
          <ul className="rows">
            {roster.gone.map(({ enrollmentId, studentId, name, startsOn, endsOn, endReason }) => (
              <li key={enrollmentId}>
                <Link to={paths.student(studentId)}>{name}</Link>{" "}
                <span className="dim sm:text-right">
                  {formatDate(startsOn, "medium")} to {endsOn ? formatDate(endsOn, "medium") : ""}
                  {endReason ? `: ${endReason}` : ""}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

type RosterTableProps = { rows: RosterRow[]; classId: string; currency: string; seesPrices: boolean }

function RosterTable({ rows, classId, currency, seesPrices }: RosterTableProps) {
  return (
    <DataTable
      caption="Enrolled students"
      rows={rows}
      rowKey={({ enrollmentId }) => enrollmentId}
      columns={[
        { label: "Name", cell: (row) => <RosterName {...row} /> },
        { label: "Since", cell: ({ startsOn }) => formatDate(startsOn, "medium") },
        { label: "Until", cell: ({ endsOn }) => (endsOn ? formatDate(endsOn, "medium") : "–") },
        ...(seesPrices ? [priceColumn(classId, currency)] : []),
        {
          label: "Action",
          action: true,
          cell: ({ enrollmentId, name }) => (
            <Link to={paths.enrollment(classId, enrollmentId)}>
              Unenroll or move<span className="visually-hidden"> {name}</span>
            </Link>
          ),
        },
      ]}
    />
  )
}

const priceColumn = (classId: string, currency: string): Column<RosterRow> => ({
  label: "Price",
  cell: ({ enrollmentId, price, isOwnPrice }) => (
    <>
      <Link to={`${paths.enrollment(classId, enrollmentId)}#price`}>{priceText(price, currency)}</Link>{" "}
      {isOwnPrice ? <span className="dim"> custom</span> : null}
    </>
  ),
})

type EnrollFormProps = {
  answer?: {
    result: SubmissionResult<string[]>
    refused: Refused | null
    effect: EnrolledEffect[] | null
    chosen: string[]
  }
  offered: { id: string; name: string; about: string }[]
  searched: string
  price: Price | null
  day: string
  currency: string
  seesPrices: boolean
}

/** Enrolls students in a class: search, select, preview the cost, enroll. */
function EnrollForm({ answer, offered, searched, price, day, currency, seesPrices }: EnrollFormProps) {
  const [form, fields] = useForm<Record<keyof EnrollFields | "search", string>>({
    id: "enroll",
    lastResult: answer?.result,
    defaultValue: { startsOn: day },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <EnterButton intent="save">Enroll students</EnterButton>
      <StudentTicks
        search={fields.search}
        students={fields.students}
        offered={offered}
        chosen={answer?.chosen ?? []}
        searched={searched}
      />
      <div className="columns">
        <DateField meta={fields.startsOn} label="From" />
        {seesPrices ? (
          <Field
            meta={fields.amount}
            label="Custom price"
            hint={price ? `Leave blank for the class price, ${priceText(price, currency)}.` : undefined}
            optional
            inputMode="decimal"
            maxLength={20}
          />
        ) : null}
      </div>
      {answer?.effect ? (
        <Callout>
          <EnrolledLines effect={answer.effect} currency={currency} seesPrices={seesPrices} />
        </Callout>
      ) : null}
      {answer?.effect?.some(({ paused }) => paused) ||
      fields.paused.errors ||
      submittedValue(fields.paused) ? (
        <SegmentedField
          meta={fields.paused}
          label="Paused students"
          choices={[
            { value: "resume", label: "Resume from the first day" },
            { value: "keep", label: "Keep paused" },
          ]}
        />
      ) : null}
      <PrerequisiteReason meta={fields.prerequisiteReason} />
      <ClashHelp refused={answer?.refused ?? null} meta={fields.overrideReason} />
      <p className="buttons">
        <SubmitButton intent="save" pending="Enrolling…" label="Enroll students" />
        <SubmitButton intent="preview" variant="secondary" pending="Checking…">
          {seesPrices ? "Preview cost" : "Preview lessons"}
        </SubmitButton>
      </p>
    </PostForm>
  )
}

type RosterNameProps = { studentId: string; name: string; prerequisiteReason: string | null }

/** A student of a class, with why they joined without what it requires. */
const RosterName = ({ studentId, name, prerequisiteReason }: RosterNameProps) => (
  <>
    <Link to={paths.student(studentId)}>{name}</Link>{" "}
    {prerequisiteReason ? <span className="dim"> without a prerequisite: {prerequisiteReason}</span> : null}
  </>
)
