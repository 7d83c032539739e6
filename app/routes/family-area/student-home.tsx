import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { TaskButton } from "~/components/learning/progress/task-button"
import { TaskList } from "~/components/learning/progress/task-list"
import { StudentPackages } from "~/components/money/package/packages"
import { NewsList } from "~/components/overview/family-area/news-list"
import { NotLinked } from "~/components/overview/family-area/not-linked"
import { Pinned } from "~/components/overview/family-area/pinned"
import { ToAnswer } from "~/components/overview/family-area/to-answer"
import type { FramedPage } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { Status } from "~/components/ui/status"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { noteVisit } from "~/http/last-visit.server"
import { ownTimeText } from "~/models/accounts/profile/own-time"
import { findOwnZone } from "~/models/accounts/profile/own-time.server"
import { listFreedOffersOf } from "~/models/attendance/freed-time/list-freed-times.server"
import { countSwapRequests } from "~/models/attendance/swap/family-swaps.server"
import { listPinned } from "~/models/communication/messaging/announcement.server"
import { listTeachersOfFamily } from "~/models/communication/messaging/audience-choices.server"
import { mayTurnOnPush } from "~/models/foundation/push/push-devices.server"
import { listAssignments } from "~/models/learning/assignment/assignment.server"
import { findNextCharges } from "~/models/money/auto-pay/announce-charges.server"
import { listPortalInvoices } from "~/models/money/family-invoice/portal-invoices.server"
import { listStudentPackages } from "~/models/money/package/packages.server"
import { hasPackagesToBuy } from "~/models/money/package-purchase/buy-package.server"
import { waysToPay } from "~/models/money/payment-order/start-payment.server"
import { findChosenChild } from "~/models/overview/family-area/chosen-child.server"
import { dueLabel } from "~/models/overview/family-area/due-label"
import { listToAnswer } from "~/models/overview/family-area/family-occasions.server"
import { listNews } from "~/models/overview/family-area/news.server"
import {
  findNewestNote,
  findNextSession,
  listAbsencesAhead,
} from "~/models/overview/family-area/portal-home.server"
import { countToAnswer } from "~/models/people/consent/answers.server"
import { countOwnLacking } from "~/models/people/proof/proofs.server"
import { countToConfirm } from "~/models/teaching/roll-over/renewals.server"
import { listSpotsOf } from "~/models/teaching/waiting-list/offer-spot.server"
import { notAgainText } from "~/texts/money/processing"
import { todayOf } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { formatDate, formatTime, formatTimeRange } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students, seesMoney, child } = findChosenChild(actor, request)
  const day = todayOf(actor)
  const next = child && findNextSession(actor, child)
  const answerable = students.filter(({ as }) => as !== "child").map(({ id }) => id)
  const teacherMemberId = next?.teacherMemberId === actor.memberId ? null : next?.teacherMemberId
  const { since, setCookie } = await noteVisit(request, actor)
  const invoices = listPortalInvoices(actor)
  const open = invoices.filter(({ openMinor, processingMinor }) => openMinor > 0 || processingMinor > 0)
  const toPay = open.flatMap(({ id, openMinor }) => (openMinor > 0 ? id : []))
  const charges = findNextCharges(actor, toPay)
  const shown = {
    name: actor.name,
    day,
    news:
      child && since !== null
        ? {
            since: localDate(since, actor.school.timeZone),
            news: listNews(actor, child, { since, invoiceIds: invoices.map(({ id }) => id) }),
          }
        : null,
    seesMoney,
    currency: actor.school.currency,
    students: students.map(({ id, firstName }) => ({ id, firstName })),
    child: child
      ? {
          id: child.id,
          firstName: child.firstName,
          isSelf: child.as !== "guardian",
          isChild: child.as === "child",
        }
      : null,
    next: next ? { ...next, ownTime: ownTimeText(next, findOwnZone(actor)) } : null,
    // A substitute who doesn't teach the family otherwise is reached through the office.
    writeTo:
      teacherMemberId &&
      listTeachersOfFamily(actor, students).some(({ memberId }) => memberId === teacherMemberId)
        ? `member:${teacherMemberId}`
        : null,
    absences: child
      ? listAbsencesAhead(actor, child).map(({ noticeAt, ...session }) => ({
          ...session,
          reportedOn:
            noticeAt === null ? null : formatDate(localDate(noticeAt, actor.school.timeZone), "day"),
        }))
      : [],
    waiting: listSpotsOf(actor, answerable).flatMap(({ id, firstName, isOffered, class: { name } }) =>
      isOffered ? [{ id, firstName, name }] : [],
    ),
    freedTimes: listFreedOffersOf(actor, answerable).map(({ id, firstName, localDate, startTime }) => ({
      id,
      firstName,
      when: `${formatDate(localDate, "short")}, ${formatTime(startTime)}`,
    })),
    pinned: listPinned(actor),
    swapRequests: countSwapRequests(actor, answerable),
    toConfirm: countToConfirm(actor, students),
    events: listToAnswer(actor, students),
    consents: countToAnswer(actor),
    documents: countOwnLacking(actor),
    packages: child ? listStudentPackages(actor, child.id, { withEnded: true }) : [],
    canBuyPackages: hasPackagesToBuy(actor),
    mayTurnOnPush: mayTurnOnPush(actor),
    note: child ? (findNewestNote(actor, child) ?? null) : null,
    tasks: child ? listAssignments(actor, child).open : [],
    open: open.map(({ id, number, openMinor, dueNowMinor, dueOn, isProcessing, processingMinor }) => ({
      id,
      number,
      openMinor,
      dueNowMinor,
      due: dueLabel(dueOn, day),
      processingMinor,
      charge: charges.get(id) ?? null,
      isPayable: waysToPay(actor, { openMinor, isProcessing }).refusal === null,
    })),
  }
  return data(shown, { headers: { "Set-Cookie": setCookie } })
}

export const handle: FramedPage<typeof loader> = {
  title: "Home",
  column: "form narrow",
  head: ({ name, day }) => ({
    title: `Hello, ${name.split(" ")[0]}`,
    over: formatDate(day, "weekday"),
  }),
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const chosen = location.search && data && data.students.length > 1 ? data.child : null
  return [{ title: `${chosen ? `${chosen.firstName}, home` : "Home"} · Tutti` }]
}

export default function StudentHome() {
  const home = useLoaderData<typeof loader>()
  const { students, child, next, packages, note, tasks, seesMoney } = home
  return (
    <>
      <Pinned announcements={home.pinned} />
      <ToAnswer {...home} />
      {students.length > 1 ? (
        <Tabs
          label="Children"
          tabs={students.map(({ id, firstName }) => ({
            to: paths.studentHome({ child: id }),
            label: firstName,
            current: id === child?.id,
          }))}
        />
      ) : null}
      {child ? (
        <>
          {home.news ? <NewsList childId={child.id} {...home.news} /> : null}
          <NextSession child={child} />
          {seesMoney ? <Owed /> : null}
          <StudentPackages packages={packages} canBuy={home.canBuyPackages} />
          {note ? (
            <section aria-labelledby="note">
              <h2 id="note">From the last lesson</h2>
              <p className="expression dim">
                {[note.className, note.teacherName, formatDate(note.localDate, "short")]
                  .filter(Boolean)
                  .join(", ")}
              </p>
              {note.body
                .split(/\n+/)
                .filter(Boolean)
                .map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              <p>
                <Link to={paths.studentFeedback({ child: child.id, reply: note.sessionId })}>
                  Reply or see all feedback
                </Link>
              </p>
            </section>
          ) : null}
          {tasks.length ? (
            <section aria-labelledby="tasks">
              <h2 id="tasks">Practice assignments</h2>
              <TaskList
                tasks={tasks}
                action={({ id }) => (
                  <TaskButton assignmentId={id} intent="done" to={paths.studentProgress({ child: child.id })}>
                    Mark as complete
                  </TaskButton>
                )}
              />
            </section>
          ) : null}
          <p className="buttons">
            {home.writeTo ? (
              <Link to={paths.newMessage({ to: home.writeTo })}>Message {next?.teacherName}</Link>
            ) : null}{" "}
            <Link to={paths.studentSettings()}>Contacts and calendar</Link>{" "}
            <Link to={paths.familyPolicies()}>Policies</Link>{" "}
            <Link to={paths.studentConsents()}>Consents</Link>
          </p>
        </>
      ) : (
        <NotLinked />
      )}
    </>
  )
}

type Home = ReturnType<typeof useLoaderData<typeof loader>>

/** The next lesson, and the lessons with a reported absence, which can be withdrawn on their own page. */
function NextSession({ child }: { child: NonNullable<Home["child"]> }) {
  const { next, absences, mayTurnOnPush } = useLoaderData<typeof loader>()
  const { firstName, isSelf, isChild } = child
  const to = (id: string) => paths.studentSession(id, { child: child.id })
  return (
    <section className="sheet" aria-labelledby="next">
      <div>
        <p className="expression dim" id="next">
          {isSelf ? "Your" : `${firstName}’s`} next lesson
        </p>
        {next ? (
          <>
            <h2>{whenOf(next)}</h2>
            {next.ownTime ? <p className="dim">{next.ownTime}</p> : null}
            <p>
              {[next.className, next.teacherName && `with ${next.teacherName}`, next.roomName]
                .filter(Boolean)
                .join(", ")}
            </p>
            <p className="buttons pt-3">
              {isChild ? null : <LinkButton to={`${to(next.id)}#cannot`}>Can’t make it?</LinkButton>}{" "}
              <LinkButton variant="plain" to={to(next.id)}>
                Lesson details
              </LinkButton>
            </p>
            {mayTurnOnPush ? (
              <p className="small dim pt-3">
                <Link to={`${paths.preferences()}#push`}>Get a notification</Link> when a lesson is moved or
                canceled.
              </p>
            ) : null}
          </>
        ) : (
          <p>{absences.length ? "No other upcoming lessons." : "No upcoming lessons."}</p>
        )}
        {absences.length ? (
          <ul className="rows">
            {absences.map((session) => (
              <li key={session.id}>
                <span>
                  <Link to={to(session.id)}>{whenOf(session)}</Link>
                  <br />
                  <span className="dim">{session.className}</span>
                </span>{" "}
                <span className="sm:text-right">
                  <Status head="rest" tone="warn">
                    Not coming
                  </Status>{" "}
                  {session.reportedOn ? <span className="dim"> reported {session.reportedOn}</span> : null}
                  {isChild ? null : (
                    <>
                      <br />
                      <Link to={to(session.id)}>
                        Withdraw absence<span className="visually-hidden"> for {whenOf(session)}</span>
                      </Link>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}

const whenOf = ({
  localDate,
  startTime,
  minutes,
}: Pick<Home["absences"][number], "localDate" | "startTime" | "minutes">): string =>
  `${formatDate(localDate, "short")}, ${formatTimeRange(startTime, addMinutes(startTime, minutes))}`

/** What the family owes, with a link to pay what is due first; payments in progress are left out. */
function Owed() {
  const { open, currency } = useLoaderData<typeof loader>()
  const processing = open.filter(({ processingMinor }) => processingMinor > 0)
  const due = open.filter(({ openMinor }) => openMinor > 0)
  const [first] = due
  return (
    <section className="section" aria-labelledby="owed">
      <h2 id="owed">Balance due</h2>
      {processing.map(({ id, number, openMinor, processingMinor }) => (
        <CalloutText tone="amber" key={id}>
          Your payment of {formatMoney(processingMinor, currency)} for{" "}
          <Link to={paths.studentInvoice(id)}>invoice {number}</Link> is being processed.{" "}
          {notAgainText(openMinor, currency)}
        </CalloutText>
      ))}
      {first ? (
        <>
          <LedgerList
            rows={due.map((invoice) => ({
              label: (
                <>
                  <Link to={paths.studentInvoice(invoice.id)}>Invoice {invoice.number}</Link>,{" "}
                  {invoice.charge ? (
                    `${formatMoney(invoice.charge.amountMinor, currency)} charged automatically ${formatDate(invoice.charge.day, "short")}`
                  ) : (
                    <DueText invoice={invoice} currency={currency} />
                  )}
                </>
              ),
              amount: formatMoney(invoice.openMinor, currency),
            }))}
            total={{
              label: "Total due",
              amount: (
                <Figure of="family-balance">
                  {formatMoney(
                    due.reduce((sum, { openMinor }) => sum + openMinor, 0),
                    currency,
                  )}
                </Figure>
              ),
            }}
          />
          <p>
            <LinkButton
              to={paths.studentInvoice(first.id)}
              {...(first.charge ? {} : { variant: "primary" as const })}
            >
              {first.charge
                ? "View invoice"
                : first.isPayable
                  ? `Pay ${formatMoney(first.dueNowMinor, currency)}`
                  : "View invoice"}
              {due.length > 1
                ? first.isPayable && !first.charge
                  ? ` for ${first.number}`
                  : ` ${first.number}`
                : null}
            </LinkButton>
          </p>
        </>
      ) : processing.length ? null : (
        <p>You’re all paid up.</p>
      )}
    </section>
  )
}

/** When an invoice is due, and how much of it while it is paid in installments. */
function DueText({ invoice, currency }: { invoice: Home["open"][number]; currency: string }) {
  const { due, dueNowMinor, openMinor } = invoice
  const part = dueNowMinor < openMinor ? formatMoney(dueNowMinor, currency) : null
  if (!due.isOverdue) return part ? `${part} due ${due.text}` : `due ${due.text}`
  return <span className="bad">{part ? `${part} is ${due.text}` : due.text}</span>
}
