import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { ToArrange } from "~/components/attendance/absence/to-arrange"
import { ActButton, PostForm, SubmitButton } from "~/components/form/post-form"
import { MissingByTeacher, MoneyAhead } from "~/components/overview/dashboard/money-ahead"
import { StudentsToday } from "~/components/overview/dashboard/students-today"
import { SuggestionCard } from "~/components/overview/dashboard/suggestion-card"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import { ScoreDay, ScoreLegend } from "~/components/teaching/schedule/score-day"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { welcomeParts } from "~/models/accounts/welcome/welcome"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import type { MetricKeys } from "~/models/foundation/metrics/figures"
import { findDashboard } from "~/models/overview/dashboard/dashboard.server"
import { findFirstHour } from "~/models/overview/dashboard/first-hour.server"
import type { NextStep } from "~/models/overview/dashboard/next-step"
import { daysOffText } from "~/models/teaching/teacher-time/teacher-time"
import { chargesToRelease, disputeToAnswer } from "~/texts/money/payments"
import { proofsToSee } from "~/texts/people/proofs"
import { countOf, formatDate, formatNumber, formFor } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "dashboard:read")
  const found = await findDashboard(actor)
  const firstHour = findFirstHour(actor, found)
  const { score, missingByTeacher, absences, toSettle, toApprove, figures } = found
  const {
    money,
    students,
    learning,
    attendance,
    isWithoutMoney: _,
    proofs,
    disputes,
    waitingCharges,
    ...day
  } = found
  const sees = {
    calendar: may(actor, "schedule:read"),
    money: may(actor, "invoice:read"),
    reports: may(actor, "analytics:read"),
    people: may(actor, "student:read"),
    everyone: may(actor, "message:all"),
    lessons: may(actor, "schedule:write"),
    attendance: may(actor, "register:take"),
    invoicing: may(actor, "invoice:issue"),
  }
  return {
    ...day,
    firstHour,
    isSolo: actor.school.kind === "solo",
    expression: sees.calendar ? day.expression : null,
    sees,
    figures: {
      ...(sees.calendar ? figures : nothingAhead),
      unbilled: sees.money ? figures.unbilled : 0,
    },
    score: sees.calendar ? score : null,
    // Alone, a teacher would read their own name with the same number.
    missingByTeacher: sees.calendar && actor.school.kind !== "solo" ? missingByTeacher : [],
    absences: sees.lessons ? absences : { requests: [], toArrange: [] },
    toSettle: sees.lessons ? toSettle : 0,
    toApprove: [
      ...(sees.money ? disputes.map(disputeToAnswer) : []),
      ...(sees.invoicing ? chargesToRelease(waitingCharges) : []),
      ...(sees.calendar ? toApprove : []),
      ...(sees.people ? proofsToSee(proofs) : []),
    ],
    // Nothing to count yet is left out: the dashboard fills as the school does.
    money: sees.money && !found.isWithoutMoney ? money : null,
    students: (sees.reports || sees.people) && !(found.isEmpty && learning === 0) ? students : null,
    learning: sees.reports || sees.people ? learning : 0,
    attendance: (sees.reports || sees.calendar) && !found.isEmpty ? attendance : null,
    // As data: an address of its own would bring the script with all of them into the first view.
    deletedOn: may(actor, "school:administer") ? deletionDay(actor) : null,
    inviteAt: found.hasUninvited && may(actor, "invitation:send") ? paths.selections() : null,
  }
}

/** The day on which everything of the school is deleted, where that was asked for. */
function deletionDay(actor: Actor): string | null {
  const at = actor.school.deletionDueAt
  return at === null ? null : formatDate(localDate(at, actor.school.timeZone), "full")
}

/** Of lessons, for a member who doesn’t see the schedule. */
const nothingAhead = { registersMissing: 0, noticesToday: 0, creditsExpiring: 0 }

export const meta: MetaFunction = () => [{ title: "Dashboard · Tutti" }]

export default function Dashboard() {
  const {
    date,
    expression,
    isEmpty,
    sees,
    figures,
    score,
    missingByTeacher,
    oldestMissing,
    absences,
    toSettle,
    toApprove,
    suggestion,
    money,
    students,
    learning,
    attendance,
    inviteAt,
    firstHour,
    deletedOn,
    isSolo,
  } = useLoaderData<typeof loader>()
  const tasks = listDayTasks({
    figures,
    missingByTeacher,
    oldestMissing,
    absences,
    toSettle,
    toApprove,
    sees,
  })
  // One thing leads at a time: the setup, the first records, the day's most urgent task, or else an invoice.
  const isSetUp = !firstHour.welcome && !firstHour.next
  return (
    <>
      <PageHead
        title={date}
        expression={expression ?? undefined}
        actions={
          <>
            {isEmpty ? <LinkButton to={paths.imports()}>Import a roster</LinkButton> : null}{" "}
            {isEmpty ? null : <LinkButton to={paths.takePayment()}>Take payment</LinkButton>}{" "}
            {isEmpty || !sees.everyone ? null : <LinkButton to={paths.newMessage()}>New message</LinkButton>}{" "}
            <LinkButton
              variant={isSetUp && tasks.length === 0 ? "primary" : "secondary"}
              to={paths.newInvoice()}
            >
              New invoice
            </LinkButton>
          </>
        }
      />
      {deletedOn ? <DeletionNotice on={deletedOn} /> : null}
      {firstHour.isSample ? <SampleNotice /> : null}
      {firstHour.welcome ? <Welcome {...firstHour.welcome} /> : null}
      <DayTasks
        rows={tasks}
        leads={isSetUp}
        more={tasks.some(({ to }) => to.startsWith(paths.absences())) ? absencesLink : null}
      >
        {suggestion ? <SuggestionCard suggestion={suggestion} /> : null}
      </DayTasks>
      {firstHour.welcome ? null : firstHour.next ? (
        <NextSteps steps={firstHour.next} hasGuide={!isSolo} />
      ) : isEmpty && sees.calendar ? (
        <EmptyState>No lessons yet. They appear here once the office has scheduled them.</EmptyState>
      ) : null}
      {score && !isEmpty ? (
        <div className="grid gap-4">
          <ScoreDay
            day={{ ...score.day, heading: "Today" }}
            columns={score.columns}
            alone={{
              hours: score.hours,
              link: (
                <span className="buttons">
                  {sees.lessons ? <Link to={paths.cancelLesson()}>Cancel a lesson</Link> : null}{" "}
                  <Link to={paths.schedule()}>Full schedule</Link>
                </span>
              ),
            }}
          />
          {score.lines && score.lines.last > 1 ? (
            <p className="dim">
              {`The first ${score.lines.to} of ${countOf(score.lines.total, "teacher")}. `}
              <Link to={paths.schedule({ view: "day", page: "2" })}>Next teachers</Link>
            </p>
          ) : null}
          <ScoreLegend days={[score.day]} />
        </div>
      ) : null}
      {money ? <MoneyAhead money={money} /> : null}
      <div className="two-columns even">
        {students ? (
          <TrendChart trend={students}>
            <StudentsToday learning={learning} inviteAt={inviteAt} />
          </TrendChart>
        ) : learning > 0 || inviteAt ? (
          <section className="section">
            <h2>Students</h2>
            <StudentsToday learning={learning} inviteAt={inviteAt} />
          </section>
        ) : null}
        {attendance ? <TrendChart trend={attendance} /> : null}
      </div>
    </>
  )
}

const absencesLink = <Link to={paths.absences()}>All absences</Link>

type Waits = Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  "figures" | "missingByTeacher" | "oldestMissing" | "absences" | "toSettle" | "toApprove" | "sees"
>

/** The most urgent first: lessons that no one gives, what keeps others from being paid or answered, then what can wait. */
function listDayTasks({
  figures,
  missingByTeacher,
  oldestMissing,
  absences: { requests, toArrange },
  toSettle,
  toApprove,
  sees,
}: Waits): DayTask[] {
  // What counts to zero needs no attention.
  const counted = (n: number, label: string, row: Omit<DayTask, "label">): DayTask[] =>
    n > 0 ? [{ ...row, label: `${formatNumber(n)} ${label}` }] : []
  const { registersMissing, noticesToday, unbilled, creditsExpiring } = figures
  return [
    ...toArrange.map((off) => ({
      to: paths.absence(off.id),
      label: `${off.teacherName} is away`,
      about: [`${daysOffText(off)} `, <ToArrange key="lessons" off={off} />],
      ...{ act: "Arrange lessons", of: off.teacherName },
    })),
    ...counted(toSettle, `${formFor(toSettle, "lesson")} to settle`, {
      to: paths.lessonsToSettle(),
      metric: "lessons-to-settle",
      about: "no teacher, or they no longer fit their teacher, room or day",
      act: "Settle lessons",
    }),
    ...counted(registersMissing, `${formFor(registersMissing, "lesson")} without attendance`, {
      ...{ to: paths.attendance({ view: "missing" }), metric: "lessons-without-attendance" },
      about: missingByTeacher.length > 0 ? <MissingByTeacher counts={missingByTeacher} /> : undefined,
      // One press from the dashboard: the oldest of them.
      ...(sees.attendance && oldestMissing
        ? { act: "Take attendance", actTo: paths.session(oldestMissing) }
        : { act: "View lessons" }),
    }),
    ...requests.map((off) => ({
      to: `${paths.absences()}#requests`,
      label: `${off.teacherName} requests time off`,
      about: `${daysOffText(off)}, ${countOf(off.sessions, "lesson")} scheduled`,
      ...{ act: "Answer request", of: `${off.teacherName}, ${daysOffText(off)}` },
    })),
    ...counted(noticesToday, formFor(noticesToday, "absence reported", "absences reported"), {
      ...{ to: paths.attendance({ view: "notices" }), metric: "absences-ahead", act: "View absences" },
    }),
    ...counted(unbilled, `${formFor(unbilled, "item")} ready to invoice`, {
      ...{
        to: paths.unbilled(),
        metric: "ready-to-invoice",
        act: sees.invoicing ? "Review invoices" : "View items",
      },
    }),
    ...toApprove.map((each) => ({ ...each, of: each.label })),
    ...counted(creditsExpiring, `${formFor(creditsExpiring, "make-up credit")} expiring soon`, {
      ...{ to: paths.attendance({ view: "credits", state: "expiring" }), metric: "credits" },
      act: "View credits",
    }),
  ]
}

type DayTask = {
  to: string
  label: string
  /** what it counts in the glossary */
  metric?: MetricKeys
  about?: ReactNode
  /** what the button says, and of whom where several say the same */
  act: string
  /** Where the button leads, if elsewhere. */
  actTo?: string
  of?: string
}

type DayTasksProps = {
  rows: readonly DayTask[]
  /** the first one is what the page is for today */
  leads: boolean
  more: ReactNode
  children: ReactNode
}

/** What to do today, the most urgent first, each with its act. What could be done besides follows. */
function DayTasks({ rows, leads, more, children }: DayTasksProps) {
  if (rows.length === 0 && !children) return null
  return (
    <section className="section" aria-labelledby="to-do">
      <header>
        <h2 id="to-do">To do today</h2>
        {more}
      </header>
      {rows.length > 0 ? (
        <ul className="rows">
          {rows.map(({ to, label, metric, about, act, actTo = to, of }, index) => (
            <li key={`${act} ${of} ${to}`}>
              <span>
                <Link to={to} data-figure={metric}>
                  {label}
                </Link>{" "}
                {about ? <span className="dim">{about}</span> : null}
              </span>{" "}
              <LinkButton
                to={actTo}
                variant={leads && index === 0 ? "primary" : undefined}
                aria-label={of ? `${act}: ${of}` : undefined}
              >
                {act}
              </LinkButton>
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </section>
  )
}

/** That everything of the school is to be deleted, with the one click that cancels that. */
function DeletionNotice({ on }: { on: string }) {
  return (
    <Callout tone="red">
      <p>
        Everything of your school will be deleted on <b>{on}</b>.{" "}
        <Link to={`${paths.schoolData()}#end`}>Review the deletion</Link>
      </p>
      <ActButton action={paths.schoolData()} label="Cancel deletion" intent="keep" pending="Canceling…" />
    </Callout>
  )
}

/** That the records are a sample, with the one click that removes it. */
function SampleNotice() {
  return (
    <Callout tone="amber">
      <p>
        You’re looking at sample data. <Link to={paths.sampleData()}>Preview the removal</Link>
      </p>
      <PostForm action={paths.sampleData()}>
        <SubmitButton variant="secondary" pending="Removing…" label="Remove sample data" />
      </PostForm>
    </Callout>
  )
}

/** The setup of a new school: how it begins, then where it goes on. */
function Welcome({ to, isNew }: { to: string; isNew: boolean }) {
  return (
    <Callout>
      <p>
        {isNew
          ? `Welcome to Tutti. ${welcomeParts.length} short steps set up your school.`
          : "Your school isn’t set up completely."}
      </p>
      <p>
        <LinkButton variant="primary" to={to}>
          {isNew ? "Set up your school" : "Continue the setup"}
        </LinkButton>
      </p>
      <PostForm action={paths.welcomeRecords()}>
        <Button intent="end" variant="plain">
          Don’t show this again
        </Button>
      </PostForm>
    </Callout>
  )
}

/** What to do while there is nothing to count: the essential steps of the guide, with what the data already shows. */
function NextSteps({ steps, hasGuide }: { steps: NextStep[]; hasGuide: boolean }) {
  const leading = steps.find(({ seen }) => !seen)?.id
  return (
    <section className="section" aria-labelledby="next-steps">
      <header>
        <h2 id="next-steps">What to do next</h2>
        {hasGuide ? <Link to={paths.gettingStarted()}>All steps</Link> : null}
      </header>
      <p className="dim">No lessons yet. Your day, attendance and income appear here once you have some.</p>
      <ol className="rows">
        {steps.map(({ id, title, hint, link, seen }) => (
          <li key={id}>
            <span>
              {id === leading ? (
                <LinkButton variant="primary" to={link}>
                  {title}
                </LinkButton>
              ) : (
                <Link to={link}>{title}</Link>
              )}
              <br />
              <span className="dim">{seen ? `${seen}.` : hint}</span>
            </span>
          </li>
        ))}
      </ol>
      <p>
        Or do it in one step: <Link to={paths.imports()}>import a roster</Link>, or{" "}
        <Link to={paths.welcomeRecords()}>look around with sample data</Link>.
      </p>
    </section>
  )
}
