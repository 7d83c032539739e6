import { transact } from "db/client.server"
import { autoRunRefusals, autoRuns } from "db/schema/money-auto-invoicing"
import { and, eq, lte, sql } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, addUnlessThere, change, changeRow, ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { familyLabel } from "~/models/people/family/family-name"
import { issueRefusals } from "~/texts/money/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, monthOf } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { localTime, today } from "~/utils/zones"
import { bringFeesUpToDate } from "../charge/fees-of-family.server"
import { nextUnbilledFamily, unbilledPeriod } from "../charge/unbilled.server"
import { beginRun, endOrDropRun, findRun, findRunOfAutoRun, partOfRun } from "../invoice/invoice-run.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { offerLines } from "../invoice/new-invoice.server"
import { billsTo, runOf } from "./auto-invoicing"
import {
  type AutoRun,
  comingMonthInBackground,
  type DryFamily,
  dryRunInBackground,
  findAutoRule,
  type findComingMonth,
  listHolds,
  listRunRefusals,
  sumDryRun,
} from "./auto-invoicing.server"

// The work of the automatic invoices. Each family is a transaction of its own that also says how far the run has come, so
// that whatever stops it goes on behind the last family, and no family gets two.

const workFrom = "08:00"

/**
 * In the school's own morning: lets a run be announced the day before, or a day late when that was missed; begins the one
 * whose day has come. Answers the run to carry out, once.
 */
export function advanceAutoInvoicing(actor: Actor): { runId: string } | undefined {
  const { timeZone } = actor.school
  const day = today(timeZone, now())
  if (localTime(now(), timeZone) < workFrom || findSubscriptionStatus(actor) !== "active") return undefined
  return transact(() => {
    if (!findAutoRule(actor).isOn) return undefined
    const begun = changeRow(actor, autoRuns, and(eq(autoRuns.state, "announced"), lte(autoRuns.runOn, day)), {
      state: "running",
    })
    if (begun) {
      beginRun(actor, { autoRunId: begun.id })
      return { runId: begun.id }
    }
    if (findDue(actor)) {
      const uniqueKey = `announce-auto-invoices ${actor.school.id} ${now()}`
      queueJob({ kind: "announce-auto-invoices", schoolId: actor.school.id, uniqueKey })
    }
    return undefined
  })
}

type Due = Pick<AutoRun, "month" | "runOn" | "billsTo">

/** Tomorrow's run, unless the month has one already. */
function findDue(actor: Actor): Due | undefined {
  const rule = findAutoRule(actor)
  const runOn = addDays(todayOf(actor), 1)
  const month = monthOf(runOn)
  const due = rule.isOn ? runOf(rule, month) : undefined
  if (!due || due > runOn) return undefined
  const has = ownRows(actor, autoRuns, ["id"]).where(eq(autoRuns.month, month)).get()
  return has ? undefined : { month, runOn, billsTo: billsTo(rule.period, due) }
}

/** Announces tomorrow's run. What it would send is read in the background: it looks at every family with something to bill. */
export async function announceDue(actor: Actor): Promise<void> {
  const due = findDue(actor)
  if (!due) return
  const families = await dryRunInBackground(actor, due.billsTo)
  const coming = await comingMonthInBackground(actor, due.billsTo)
  transact(() => {
    // Meanwhile the rule may have changed: the next look announces what it says then.
    const is = findDue(actor)
    if (is?.runOn === due.runOn && is.billsTo === due.billsTo) announce(actor, due, { families, coming })
  })
}

/** Writes the run down and mails the office what it would send. */
function announce(
  actor: Actor,
  run: Due,
  { families, coming }: { families: readonly DryFamily[]; coming: ReturnType<typeof findComingMonth> },
) {
  const money = (minor: number) => formatMoney(minor, actor.school.currency, actor.school)
  add(actor, autoRuns, { ...run, state: "announced" })
  const { invoices, amountMinor, held, problems } = sumDryRun(families)
  for (const { name, email } of listOffice(actor))
    mailTo(actor, { email, name }, "auto-invoices-announced", {
      runOn: formatDate(run.runOn, "full", actor.school),
      invoices,
      total: money(amountMinor),
      held,
      problems,
      ...(coming
        ? {
            coming: {
              month: formatDate(`${coming.month}-01`, "month", actor.school),
              total: money(coming.amountMinor),
              families: coming.families,
            },
          }
        : {}),
    })
}

/**
 * Invoices the next family of a run, in a transaction with the run's progress. True while there are more; at the end the
 * office is told.
 */
export function invoiceNextFamily(actor: Actor, runId: string): boolean {
  return transact(() => {
    const run = ownRows(actor, autoRuns)
      .where(and(eq(autoRuns.id, runId), eq(autoRuns.state, "running")))
      .get()
    if (!run) return false
    const familyId = nextFamily(actor, run)
    if (familyId === undefined) {
      finish(actor, run)
      return false
    }
    const made = invoiceFamily(actor, run, familyId)
    change(actor, autoRuns, run.id, {
      doneUpTo: familyId,
      made: sql`${autoRuns.made} + ${made?.invoices ?? 0}`,
      totalMinor: sql`${autoRuns.totalMinor} + ${made?.totalMinor ?? 0}`,
    })
    return true
  })
}

/** The next family with something to bill, in the order of their ids, that no one holds back. */
function nextFamily(actor: Actor, { billsTo: to, doneUpTo }: AutoRun): string | undefined {
  const holds = listHolds(actor)
  let family = nextUnbilledFamily(actor, { after: doneUpTo, to })
  while (family !== undefined && holds.has(family)) family = nextUnbilledFamily(actor, { after: family, to })
  return family
}

/** The invoice of a family's whole open lines, or a row that says why there is none. */
function invoiceFamily(actor: Actor, run: AutoRun, familyId: string) {
  bringFeesUpToDate(actor, familyId)
  const to = run.billsTo
  const from = unbilledPeriod(actor, { familyId, to })?.from ?? to
  const lines = offerLines(actor, { familyId, from, to })?.lines ?? []
  const sending = findRunOfAutoRun(actor, run.id)
  const idsOf = (isUncharged: boolean) =>
    lines.filter(({ source }) => (source === "telling") === isUncharged).map(({ id }) => id)
  const issued = issueInvoice(
    actor,
    {
      familyId,
      from,
      to,
      dueOn: addDays(todayOf(actor), actor.school.invoiceDueDays),
      note: null,
      chargeIds: idsOf(false),
      unchargedSeatIds: idsOf(true),
    },
    sending && partOfRun(actor, sending.id),
  )
  if (issued.ok) return { invoices: issued.numbers.length, totalMinor: issued.totalMinor }
  addUnlessThere(actor, autoRunRefusals, { runId: run.id, familyId, reason: issueRefusals[issued.reason] })
  return undefined
}

const mostNamed = 20

function finish(actor: Actor, run: AutoRun) {
  change(actor, autoRuns, run.id, { state: "done", finishedAt: now() })
  const sending = findRunOfAutoRun(actor, run.id)
  if (sending) endOrDropRun(actor, sending.id)
  const held = sending && findRun(actor, sending.id)
  const refused = listRunRefusals(actor, run.id)
  recordEvent(actor, "school.bill-batch", actor.school.id, {
    by: "Automatic invoices",
    after: { made: run.made, refused: refused.length, toDate: run.billsTo },
  })
  for (const { name, email } of listOffice(actor))
    mailTo(actor, { email, name }, "auto-invoices-sent", {
      invoices: run.made,
      total: formatMoney(run.totalMinor, actor.school.currency, actor.school),
      refused: refused.slice(0, mostNamed).map(({ reason, ...family }) => [familyLabel(family), reason]),
      more: Math.max(0, refused.length - mostNamed),
      ...(held?.state === "held" && held.heldUntil !== null
        ? {
            hold: {
              runId: held.id,
              until: formatTime(localTime(held.heldUntil, actor.school.timeZone), actor.school),
            },
          }
        : {}),
    })
}
