import { readOnce } from "db/client.server"
import { z } from "zod"
import { writeSchoolExport } from "~/models/accounts/school/export-school.server"
import { findAudience } from "~/models/communication/messaging/audience.server"
import { obstaclesInTurns } from "~/models/exchange/roster-import/undo-obstacles.server"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import { Viewer } from "~/models/foundation/aside/viewer"
import { selectableNouns } from "~/models/foundation/selection/selection"
import { dryRun, findComingMonth } from "~/models/money/auto-invoicing/auto-invoicing.server"
import { bankDateOrders } from "~/models/money/bank-import/bank-values"
import { readFormatHere, readRowsHere } from "~/models/money/bank-import/read-statement.server"
import { offerBatch } from "~/models/money/invoice/invoice-batch.server"
import { BalanceQuery, readBalances } from "~/models/money/ledger/ledger.server"
import { HistoryQuery, readMoneyHistory } from "~/models/money/ledger/money-history-query.server"
import { findMonthSheet, listBalances } from "~/models/money/month-sheet/month-sheet.server"
import { readTeacherPay } from "~/models/money/pay/pay-slips.server"
import { AskedPage, readReadyPage } from "~/models/money/ready-to-invoice/ready-families.server"
import { findAnalytics, findFigureFile, findFigureRows } from "~/models/overview/analytics/analytics.server"
import {
  AnalyticsQuery,
  FigureFileKey,
  FigureRowsQuery,
} from "~/models/overview/analytics/analytics-query.server"
import { type AnalyticsTab, analyticsTabs } from "~/models/overview/analytics/cards"
import { findMonthFigures } from "~/models/overview/analytics/money-figures.server"
import { findAct } from "~/models/overview/bulk/bulk-acts.server"
import { readDashboard } from "~/models/overview/dashboard/dashboard.server"
import { listFileNames, writeListFileHere } from "~/models/overview/list-file/list-file.server"
import { listPageNames, readListPageHere } from "~/models/overview/list-page/list-page.server"
import { readSuspects } from "~/models/overview/person-merge/suspects-aside.server"
import { searchSchool } from "~/models/overview/search/search.server"
import { listClosureLetters } from "~/models/teaching/closure/closure-notice.server"
import { listMoves } from "~/models/teaching/closure/preview-moves.server"
import { findSchedulePage } from "~/models/teaching/session/schedule-page.server"
import { scheduleViews } from "~/models/teaching/session/schedule-period"
import { inFormats } from "~/utils/formats.server"
import { atOnce } from "~/utils/in-turns"
import { attachmentOf } from "./mail/mail-paper.server"

// What a thread aside can do (app/providers/threads): long reads, each with what it is given.

type Work = (input: unknown, onProgress: (n: number) => void) => unknown

const Sees = z.object({ money: z.boolean(), pay: z.boolean() })
const AnalyticsAsked = z.object({
  schoolId: z.string(),
  tab: z.enum(Object.keys(analyticsTabs) as [AnalyticsTab, ...AnalyticsTab[]]),
  query: AnalyticsQuery,
  sees: Sees,
})
const FigureRowsAsked = z.object({
  schoolId: z.string(),
  query: FigureRowsQuery,
  page: z.number().nullable(),
  sees: Sees,
})
const MonthAsked = z.object({ schoolId: z.string(), month: z.string() })
const FigureFileAsked = z.object({
  schoolId: z.string(),
  key: FigureFileKey,
  query: AnalyticsQuery,
  sees: Sees,
})
const Period = z.object({ from: z.string(), to: z.string() })
const PayAsked = z.object({ schoolId: z.string(), period: Period })
const ReadyAsked = z.object({ schoolId: z.string(), asked: AskedPage })
const BatchAsked = Period.extend({ schoolId: z.string() })
const DryRunAsked = z.object({ schoolId: z.string(), to: z.string() })
const DashboardAsked = z.object({ schoolId: z.string(), viewer: Viewer })
const SchedulePageAsked = DashboardAsked.extend({
  query: z.object({
    view: z.enum(scheduleViews),
    date: z.string(),
    by: z.enum(["teacher", "room"]),
    teacherId: z.string().optional(),
    roomId: z.string().optional(),
    studentId: z.string().optional(),
    classId: z.string().optional(),
    page: z.number(),
  }),
})
const SchoolAsked = z.object({ schoolId: z.string() })
const SearchAsked = DashboardAsked.extend({ text: z.string() })
const FamilyBalancesAsked = SchoolAsked.extend({ filter: BalanceQuery.omit({ page: true }) })
const MoneyHistoryAsked = SchoolAsked.extend({ query: HistoryQuery })
const BalancesAsked = z.object({ schoolId: z.string(), to: z.string() })
const ExportAsked = z.object({ schoolId: z.string(), path: z.string() })
const AudienceAsked = z.object({ schoolId: z.string(), viewer: Viewer, key: z.string() })
const HolidaysAsked = z.object({
  country: z.string().optional(),
  region: z.string().optional(),
  year: z.number(),
  timeZone: z.string(),
})
const ImportAsked = SchoolAsked.extend({ importId: z.string() })
const ClosureMovesAsked = z.object({ schoolId: z.string(), dates: z.array(z.string()) })
const ClosureLettersAsked = DashboardAsked.extend({ closureId: z.string(), page: z.number() })
const PlanAsked = DashboardAsked.extend({
  noun: z.enum(selectableNouns),
  act: z.string(),
  ids: z.array(z.string()),
  choice: z.record(z.string(), z.unknown()),
})
const ListFileAsked = DashboardAsked.extend({ name: z.enum(listFileNames), asked: z.unknown() })
const ListPageAsked = DashboardAsked.extend({ name: z.enum(listPageNames), query: z.string() })
const BankTextAsked = z.object({ text: z.string(), currency: z.string() })
const BankColumn = z.string().nullable()
const BankRowsAsked = BankTextAsked.extend({
  columns: z.object({
    date: BankColumn,
    amount: BankColumn,
    payer: BankColumn,
    reference: BankColumn,
    dateOrder: z.enum(bankDateOrders),
  }),
})
const MailAsked = z.object({ schoolId: z.string().nullable(), template: z.string(), data: z.string() })

export const asideWork = {
  analytics: (input) => {
    const { schoolId, tab, query, sees } = AnalyticsAsked.parse(input)
    return readOf(schoolId, (actor) => findAnalytics(actor, tab, query, sees))
  },
  "figure-rows": (input) => {
    const { schoolId, query, page, sees } = FigureRowsAsked.parse(input)
    return readOf(schoolId, (actor) => findFigureRows(actor, query, page, sees))
  },
  "figure-file": (input) => {
    const { schoolId, key, query, sees } = FigureFileAsked.parse(input)
    return readOf(schoolId, (actor) => findFigureFile(actor, key, query, sees))
  },
  "month-figures": (input) => {
    const { schoolId, month } = MonthAsked.parse(input)
    return readOf(schoolId, (actor) => findMonthFigures(actor, month))
  },
  "teacher-pay": (input) => {
    const { schoolId, period } = PayAsked.parse(input)
    return readOf(schoolId, (actor) => readTeacherPay(actor, period))
  },
  "ready-to-invoice": (input) => {
    const { schoolId, asked } = ReadyAsked.parse(input)
    return readOf(schoolId, (actor) => readReadyPage(actor, asked))
  },
  "invoice-batch": (input) => {
    const { schoolId, ...period } = BatchAsked.parse(input)
    return readOf(schoolId, (actor) => offerBatch(actor, period))
  },
  "dry-run": (input) => {
    const { schoolId, to } = DryRunAsked.parse(input)
    return readOf(schoolId, (actor) => dryRun(actor, to))
  },
  "coming-month": (input) => {
    const { schoolId, to } = DryRunAsked.parse(input)
    return readOf(schoolId, (actor) => findComingMonth(actor, to))
  },
  dashboard: (input) => {
    const { schoolId, viewer } = DashboardAsked.parse(input)
    return readOf(schoolId, (actor) => readDashboard(actorFor(actor, viewer)))
  },
  "schedule-page": (input) => {
    const { schoolId, viewer, query } = SchedulePageAsked.parse(input)
    const { teacherId, roomId } = query
    return readOf(schoolId, (actor) =>
      findSchedulePage(actorFor(actor, viewer), { ...query, teacherId, roomId }),
    )
  },
  search: (input) => {
    const { schoolId, viewer, text } = SearchAsked.parse(input)
    return readOf(schoolId, (actor) => searchSchool(actorFor(actor, viewer), text))
  },
  suspects: (input) => readOf(SchoolAsked.parse(input).schoolId, readSuspects),
  "family-balances": (input) => {
    const { schoolId, filter } = FamilyBalancesAsked.parse(input)
    return readOf(schoolId, (actor) => readBalances(actor, filter))
  },
  "money-history": (input) => {
    const { schoolId, query } = MoneyHistoryAsked.parse(input)
    return readOf(schoolId, (actor) => readMoneyHistory(actor, query))
  },
  "month-sheet": (input) => {
    const { schoolId, month } = MonthAsked.parse(input)
    return readOf(schoolId, (actor) => findMonthSheet(actor, month))
  },
  "month-balances": (input) => {
    const { schoolId, to } = BalancesAsked.parse(input)
    return readOf(schoolId, (actor) => listBalances(actor, to))
  },
  "export-school": (input, onProgress) => {
    const { schoolId, path } = ExportAsked.parse(input)
    const actor = actorOf(schoolId)
    return writeSchoolExport(actor, path, onProgress)
  },
  audience: (input) => {
    const { schoolId, viewer, key } = AudienceAsked.parse(input)
    return findAudience(actorFor(actorOf(schoolId), viewer), key)
  },
  "public-holidays": async (input) => {
    const asked = HolidaysAsked.parse(input)
    return (await import("~/models/teaching/closure/list-public-holidays.server")).listPublicHolidays(asked)
  },
  "import-obstacles": (input) => {
    const { schoolId, importId } = ImportAsked.parse(input)
    return readOf(schoolId, (actor) => atOnce(obstaclesInTurns(actor, importId)))
  },
  "closure-moves": (input) => {
    const { schoolId, dates } = ClosureMovesAsked.parse(input)
    return readOf(schoolId, (actor) => listMoves(actor, dates))
  },
  "closure-letters": (input) => {
    const { schoolId, viewer, closureId, page } = ClosureLettersAsked.parse(input)
    return readOf(schoolId, (actor) => listClosureLetters(actorFor(actor, viewer), closureId, page))
  },
  "plan-selection": (input) => {
    const { schoolId, viewer, noun, act, ids, choice } = PlanAsked.parse(input)
    return readOf(schoolId, (actor) => {
      const member = actorFor(actor, viewer)
      const found = findAct(member, noun, act)
      if (!found) throw new Error(`No ${act} for a selection of ${noun}`)
      return found.plan(member, ids, choice)
    })
  },
  "list-file": (input) => {
    const { schoolId, viewer, name, asked } = ListFileAsked.parse(input)
    return readOf(schoolId, (actor) => writeListFileHere(actorFor(actor, viewer), name, asked))
  },
  "list-page": (input) => {
    const { schoolId, viewer, name, query } = ListPageAsked.parse(input)
    return readOf(schoolId, (actor) => readListPageHere(actorFor(actor, viewer), name, query))
  },
  "bank-format": (input) => readFormatHere(BankTextAsked.parse(input)),
  "bank-rows": (input) => readRowsHere(BankRowsAsked.parse(input)),
  "mail-paper": (input) => attachmentOf(MailAsked.parse(input)),
} satisfies Record<string, Work>

export const isAsideWork = (name: string): name is keyof typeof asideWork => Object.hasOwn(asideWork, name)

/** Reads one moment of a school, in its formats. */
function readOf<Output>(schoolId: string, read: (actor: Actor) => Output): Output {
  const actor = actorOf(schoolId)
  return inFormats(actor.school, () => readOnce(() => read(actor)))
}

function actorOf(schoolId: string): Actor {
  const actor = schoolActor(schoolId)
  if (!actor) throw new Error("The school is gone.")
  return actor
}

/** Someone of the school that reads. */
const actorFor = (actor: Actor, viewer: Viewer): Actor => (viewer ? memberActor(actor.school, viewer) : actor)
