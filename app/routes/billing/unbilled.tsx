import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Fragment } from "react"
import { AnswerSummary } from "~/components/form/post-form"
import { TasksUnderWay } from "~/components/foundation/task/tasks-under-way"
import { BatchCheck } from "~/components/money/invoice/batch-check"
import { InvoiceStages } from "~/components/money/invoice/invoice-stages"
import { ReadyPeriod } from "~/components/money/invoice/ready-period"
import { ReadyRun, readyFormId } from "~/components/money/invoice/ready-run"
import { StandingRuns } from "~/components/money/invoice/run-state"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { paged } from "~/http/page-number"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, type Toast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { notEmailedText } from "~/models/foundation/outbox/bounce"
import { listTasksUnderWay } from "~/models/foundation/task/task.server"
import { familiesOfFilter, listFamilyFilters } from "~/models/money/family-filter/families-of-filter.server"
import { BatchForm } from "~/models/money/invoice/invoice-batch"
import { billBatch, offerBatch, offerBatchInBackground } from "~/models/money/invoice/invoice-batch.server"
import {
  findLatestRunOf,
  type InvoiceRun,
  listBouncedOfRun,
  listStandingRuns,
} from "~/models/money/invoice/invoice-run.server"
import { usualDueDay } from "~/models/money/invoice/new-invoice.server"
import { expectedOf, type UnpricedLessons } from "~/models/money/ready-to-invoice/ready-families"
import { type AskedPeriod, findReady } from "~/models/money/ready-to-invoice/ready-families.server"
import { familyLabel } from "~/models/people/family/family-name"
import { todayOf } from "~/utils/clock.server"
import { countOf, formatDate, formatNumber, formatTime, formFor } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { pageOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { localDate, localTime } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  return findReadyPage(actor, request)
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  return intents(request, paths.unbilled(), {
    "select-all": (form) => tick(form, "all"),
    "select-none": (form) => tick(form, "none"),
    else: (form) => invoice(actor, form),
  })
}

/** Only what is ticked changes: the due date and the note stay as they were typed. */
const tick = (form: FormData, ticks: "all" | "none") =>
  data({ result: asTyped(readForm(form, { schema: BatchForm })), check: null, ticks })

async function invoice(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: BatchForm })
  if (submission.status !== "success") return refuse(submission)
  const { family, shown, others, filter, expected, intent, key, ...choice } = submission.value
  if (intent === "edit") return data({ result: asTyped(submission), check: null, ticks: undefined })
  if (intent !== "draft" && choice.dueOn < todayOf(actor))
    return refuse(submission, { dueOn: "Enter a due date that’s today or later." })
  if (filter && !listFamilyFilters(actor).some(({ id }) => id === filter))
    return refuse(submission, { form: "This saved filter is gone. Choose other families." })
  const chosen = await chosenFamilies(actor, { ...choice, family, shown, others: others === "yes", filter })
  // What the button said no longer holds: the exact number and sum are shown first.
  const isChanged = intent === "send" && expected !== undefined && expected !== expectedOf(chosen.families)
  if (intent === "check" || isChanged) {
    if (chosen.families.length === 0)
      return refuse(submission, { family: noneLeftText(findLatestRunOf(actor, family), actor.school) })
    const check = {
      choice: { ...choice, key },
      families: chosen.families,
      before: isChanged ? (expected ?? null) : null,
    }
    return data({ result: null, check, ticks: undefined })
  }
  const asDrafts = intent === "draft"
  const { taskId, isOver, made, refused, run } = await billBatch(
    actor,
    { ...choice, familyIds: chosen.ids, asDrafts },
    key,
  )
  if (!isOver) return redirect(paths.task(taskId), 303)
  const title = `${countOf(made, "invoice")} ${asDrafts ? `saved as ${formFor(made, "a draft", "drafts")}` : "sent"}.`
  const held = heldRun(actor, run)
  const returned = run ? notEmailedText(listBouncedOfRun(actor, run.id)) : ""
  const runPage = run ? paths.invoiceRun(run.id) : null
  if (refused.length === 0 && returned === "")
    return redirectWithToast(runPage ?? paths.billing(asDrafts ? { status: "draft" } : {}), {
      tone: "good",
      title,
      ...held,
    })
  return redirectWithToast(runPage ?? paths.unbilled({ from: choice.from, to: choice.to }), {
    tone: "bad",
    title,
    ...held,
    text: [returned, refused.length > 0 ? `Not created: ${refusedText(refused)}` : "", held.text ?? ""]
      .filter(Boolean)
      .join(" "),
  })
}

/** Until when a run that was just sent can be undone, with the button that does it. */
function heldRun(actor: Actor, run: InvoiceRun | null): Pick<Toast, "text" | "undo"> {
  if (run?.state !== "held") return {}
  const leaves = formatTime(localTime(run.heldUntil ?? 0, actor.school.timeZone), actor.school)
  return {
    text: `Emails leave at ${leaves}. Until then you can undo the run.`,
    undo: { to: paths.invoiceRun(run.id), fields: { intent: "undo" } },
  }
}

const refuse = (submission: Parameters<typeof invalid>[0], refusal?: Record<string, string>) =>
  data({ result: invalid(submission, refusal).data.result, check: null, ticks: undefined }, { status: 400 })

/** Why none of some families can be invoiced: they just were, or there's nothing to invoice. */
function noneLeftText(run: InvoiceRun | undefined, { timeZone }: Actor["school"]): string {
  if (!run) return "None of these families can be invoiced. Select another."
  const at = `${formatDate(localDate(run.createdAt, timeZone), "medium")} at ${formatTime(localTime(run.createdAt, timeZone))}`
  return `These families were already invoiced ${run.starterName ? `by ${run.starterName}, ` : "automatically, "}${at}. Select another.`
}

const mostNamed = 5

function refusedText(refused: { name: string; reason: string }[]): string {
  const named = refused.slice(0, mostNamed).map(({ name, reason }) => `${name}: ${reason}`)
  const rest = refused.length - named.length
  return [...named, ...(rest > 0 ? [`And ${rest} more below.`] : [])].join(" ")
}

export const { handle, meta } = framed<typeof loader>({
  tab: "unbilled",
  title: "Ready to invoice",
  head: ({ pages }) => ({
    expression: pages.total > 0 ? "charges not yet on an invoice" : undefined,
    actions: (
      <>
        <LinkButton to={paths.invoiceRuns()}>Invoice runs</LinkButton>
        <LinkButton to={paths.newInvoice()}>New invoice</LinkButton>
      </>
    ),
  }),
})

export default function Unbilled() {
  const { period, pages, states, unbilled, underWay, standing, currency, ...run } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result ?? undefined
  return (
    <>
      <AnswerSummary formId={readyFormId} result={result} />
      {answer?.check ? (
        <BatchCheck {...answer.check} currency={currency} />
      ) : (
        <>
          {unbilled.charges > 0 || states.some(({ count }) => count > 0) ? (
            <InvoiceStages chips={states} unbilled={unbilled} currency={currency} current="unbilled" />
          ) : null}
          <TasksUnderWay tasks={underWay} />
          <StandingRuns runs={standing} />
          {unbilled.charges > 0 ? <ReadyPeriod {...period} /> : null}
          <LessonsOwing />
          {unbilled.charges === 0 ? (
            <EmptyState>
              Every charge is on an invoice. New ones appear here once attendance is taken.
            </EmptyState>
          ) : pages.total === 0 ? (
            <EmptyState action={<Link to={paths.unbilled()}>See everything to date</Link>}>
              {period.problem
                ? "These dates aren’t a period, so no charges are listed."
                : period.isFilterGone
                  ? "The saved filter is gone, so no families are listed."
                  : period.filter
                    ? "No charges to invoice for these students in this period."
                    : "No charges to invoice in this period."}
            </EmptyState>
          ) : (
            <ReadyRun
              // another list begins with its own selection
              key={run.listKey}
              {...run}
              {...{ period, currency, result }}
              ticks={answer?.ticks}
              pages={pages.total > run.families.length ? <Pagination {...pages} /> : null}
            />
          )}
        </>
      )}
    </>
  )
}

/** The page of Ready to invoice that an address asks for: one page of families, and what the whole list comes to. */
async function findReadyPage(actor: Actor, request: Request) {
  const query = new URL(request.url).searchParams
  const filters = listFamilyFilters(actor)
  const asked = query.get("filter")
  const filter = filters.find(({ id }) => id === asked)
  // A filter that is gone must not become all families.
  const isFilterGone = Boolean(asked) && !filter
  const narrowed = isFilterGone ? new Set<string>() : filter && familiesOfFilter(actor, filter.id)
  const page = pageOf(query)
  const { period, families, ...whole } = await findReady(actor, {
    ...askedPeriod(query),
    page,
    ...(narrowed ? { familyIds: [...narrowed] } : {}),
  })
  return {
    period: { ...period, filters, filter: filter?.id ?? "", isFilterGone },
    ...whole,
    families,
    listKey: query.toString(),
    dueOn: usualDueDay(actor),
    today: todayOf(actor),
    formKey: newId(),
    currency: actor.school.currency,
    pages: paged(request, whole.listed),
    standing: listStandingRuns(actor).map(({ id, heldUntil }) => ({
      id,
      leavesAt: heldUntil === null ? null : formatTime(localTime(heldUntil, actor.school.timeZone)),
    })),
    underWay: listTasksUnderWay(actor, ["send-invoices", "save-drafts"]),
  }
}

const askedPeriod = (query: URLSearchParams): AskedPeriod => ({
  period: query.get("period") ?? (query.has("from") ? "own" : "all"),
  from: query.get("from") ?? "",
  to: query.get("to") ?? "",
})

/** The families of a run that can be invoiced, and the IDs of all that were asked for. */
async function chosenFamilies(
  actor: Actor,
  {
    family,
    shown,
    others,
    filter,
    ...period
  }: { from: string; to: string; family: string[]; shown: string[]; others: boolean; filter?: string },
) {
  const offered = others ? await offerBatchInBackground(actor, period) : offerBatch(actor, period, family)
  const narrowed = filter ? familiesOfFilter(actor, filter) : undefined
  const possible = offered.filter(
    ({ problem, familyId }) => problem === null && (!narrowed || narrowed.has(familyId)),
  )
  const selected = new Set(family)
  const onPage = new Set(shown)
  const families = possible.filter(
    ({ familyId }) => selected.has(familyId) || (others && !onPage.has(familyId)),
  )
  const ids = new Set([...family, ...families.map(({ familyId }) => familyId)])
  return { families, ids: [...ids] }
}

/** Lessons that can't be charged yet, each kind with its remedy. */
function LessonsOwing() {
  const { unbilled, unpriced, missing: lessons, currency } = useLoaderData<typeof loader>()
  const { lessonsWithoutAttendance, seatsWithoutPrice, classesWithoutPrice, lessonsWithoutPackage } = unbilled
  if (lessonsWithoutAttendance + seatsWithoutPrice + lessonsWithoutPackage === 0) return null
  return (
    <Callout tone="amber">
      {lessonsWithoutAttendance > 0 ? (
        <>
          <p>
            Attendance is missing for{" "}
            <Figure of="lessons-to-charge" to={paths.attendance({ view: "missing", charged: "yes" })}>
              {countOf(lessonsWithoutAttendance, "lesson")}
            </Figure>
            . {formFor(lessonsWithoutAttendance, "It", "They")} can’t be invoiced until you record it.
          </p>
          <ul className="rows small">
            {lessons.map(({ id, title, localDate, teacherName, students, amountMinor }) => (
              <li key={id} className="flex-wrap">
                <span className="grow basis-56">
                  <b>{title}</b>, {[formatDate(localDate, "short"), teacherName].filter(Boolean).join(", ")}
                </span>{" "}
                <span className="dim">
                  {countOf(students, "student")}
                  {amountMinor > 0 ? `, about ${formatMoney(amountMinor, currency)}` : ""}
                </span>{" "}
                <LinkButton
                  to={paths.session(id)}
                  aria-label={`Take attendance for ${title}, ${formatDate(localDate, "short")}`}
                >
                  Take attendance
                </LinkButton>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {seatsWithoutPrice > 0 ? (
        <>
          <p>
            <Figure of="lessons-without-price">{countOf(seatsWithoutPrice, "past lesson")}</Figure> can’t be
            charged because {formFor(classesWithoutPrice.length, "the class has", "the classes have")} no
            price. Set one from the day of the first lesson, and they’re charged.
          </p>
          <ul className="rows small">
            {unpriced.map((each) => (
              <UnpricedClass key={each.classId} {...each} />
            ))}
          </ul>
          {classesWithoutPrice.length > unpriced.length ? (
            <p className="dim">
              And {countOf(classesWithoutPrice.length - unpriced.length, "more class", "more classes")}.
            </p>
          ) : null}
        </>
      ) : null}
      {lessonsWithoutPackage > 0 ? (
        <p>
          <Link to={`${paths.packages()}#waiting`}>{countOf(lessonsWithoutPackage, "lesson")}</Link> took
          place without a package and {formFor(lessonsWithoutPackage, "waits", "wait")} for the next one.
        </p>
      ) : null}
    </Callout>
  )
}

/** A class without a price: whose lessons wait for it, and where it is set, for the class or on a family’s invoice. */
function UnpricedClass({ classId, className, lessons, firstOn, families, more }: UnpricedLessons) {
  return (
    <li className="flex-wrap">
      <span className="grow basis-56">
        <b>{className}</b>{" "}
        <span className="block dim">
          {families.map(({ familyId, lessons: theirs, ...family }, index) => (
            <Fragment key={familyId}>
              {index > 0 ? ", " : null}
              <Link to={paths.newInvoice({ family: familyId, back: "ready" })}>{familyLabel(family)}</Link>{" "}
              {formatNumber(theirs)}
            </Fragment>
          ))}
          {more > 0 ? ` and ${countOf(more, "more family", "more families")}` : null}
        </span>
      </span>{" "}
      <span className="dim">
        {countOf(lessons, "lesson")} since {formatDate(firstOn, "day")}
      </span>{" "}
      <LinkButton
        to={paths.editClass(classId, { from: firstOn, back: "ready" })}
        aria-label={`Set price of ${className}`}
      >
        Set price
      </LinkButton>
    </li>
  )
}
