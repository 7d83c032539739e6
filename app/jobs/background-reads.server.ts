import { readOnce } from "db/client.server"
import { writeSchoolExport } from "~/models/accounts/school/export-school.server"
import { findAudience } from "~/models/communication/messaging/audience.server"
import { obstaclesInTurns } from "~/models/exchange/roster-import/undo-obstacles.server"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import type { SchoolAsked } from "~/models/foundation/background-read/school-read.server"
import type { Viewer } from "~/models/foundation/background-read/viewer"
import { dryRun, findComingMonth } from "~/models/money/auto-invoicing/auto-invoicing.server"
import { readFormatHere, readRowsHere } from "~/models/money/bank-import/read-statement.server"
import { offerBatch } from "~/models/money/invoice/invoice-batch.server"
import { readBalances } from "~/models/money/ledger/ledger.server"
import { readMoneyHistory } from "~/models/money/ledger/money-history-query.server"
import { findMonthSheet, listBalances } from "~/models/money/month-sheet/month-sheet.server"
import { readTeacherPay } from "~/models/money/pay/payslips.server"
import { readReadyPage } from "~/models/money/ready-to-invoice/ready-families.server"
import { findAnalytics, findFigureFile, findFigureRows } from "~/models/overview/analytics/analytics.server"
import { findMonthFigures } from "~/models/overview/analytics/money-figures.server"
import { planAct } from "~/models/overview/bulk/bulk-acts.server"
import { readDashboard } from "~/models/overview/dashboard/dashboard.server"
import { writeListFileHere } from "~/models/overview/list-file/list-file.server"
import { readListPageHere } from "~/models/overview/list-page/list-page.server"
import { readSuspects } from "~/models/overview/person-merge/suspects.server"
import { searchSchool } from "~/models/overview/search/search.server"
import { listClosureLetters } from "~/models/teaching/closure/closure-notice.server"
import { listMoves } from "~/models/teaching/closure/preview-moves.server"
import type { HolidaysAsked } from "~/models/teaching/closure/public-holidays"
import { findSchedulePage } from "~/models/teaching/session/schedule-page.server"
import { inFormats } from "~/utils/formats.server"
import { atOnce } from "~/utils/in-turns"
import { attachmentOf } from "./mail/mail-paper.server"

// What a background thread can do (app/providers/threads): long reads. Both ends are of one build, so what one asks the other is given.

type Work = (input: never, onProgress: (n: number) => void) => unknown

export const backgroundReads = {
  analytics: readOf(findAnalytics),
  "figure-rows": readOf(findFigureRows),
  "figure-file": readOf(findFigureFile),
  "month-figures": readOf(findMonthFigures),
  "teacher-pay": readOf(readTeacherPay),
  "ready-to-invoice": readOf(readReadyPage),
  "invoice-batch": readOf(offerBatch),
  "dry-run": readOf(dryRun),
  "coming-month": readOf(findComingMonth),
  dashboard: readOf(readDashboard),
  "schedule-page": readOf(findSchedulePage),
  search: readOf(searchSchool),
  suspects: readOf(readSuspects),
  "family-balances": readOf(readBalances),
  "money-history": readOf(readMoneyHistory),
  "month-sheet": readOf(findMonthSheet),
  "month-balances": readOf(listBalances),
  audience: readOf(findAudience),
  "import-obstacles": readOf((actor, importId: string) => atOnce(obstaclesInTurns(actor, importId))),
  "closure-moves": readOf(listMoves),
  "closure-letters": readOf(listClosureLetters),
  "plan-selection": readOf(planAct),
  "list-file": readOf(writeListFileHere),
  "list-page": readOf(readListPageHere),
  "export-school": ({ schoolId, path }: { schoolId: string; path: string }, onProgress) =>
    writeSchoolExport(actorOf(schoolId), path, onProgress),
  "public-holidays": async (asked: HolidaysAsked) =>
    (await import("~/models/teaching/closure/list-public-holidays.server")).listPublicHolidays(asked),
  "bank-format": readFormatHere,
  "bank-rows": readRowsHere,
  "mail-paper": attachmentOf,
} satisfies Record<string, Work>

export const isBackgroundRead = (name: string): name is keyof typeof backgroundReads =>
  Object.hasOwn(backgroundReads, name)

/** Reads one moment of a school, in its formats, for whoever asks. */
function readOf<Args extends unknown[], Output>(read: (actor: Actor, ...args: Args) => Output) {
  return ({ schoolId, viewer, args }: SchoolAsked<Args>): Output => {
    const actor = actorOf(schoolId, viewer)
    return inFormats(actor.school, () => readOnce(() => read(actor, ...args)))
  }
}

function actorOf(schoolId: string, viewer: Viewer = null): Actor {
  const actor = schoolActor(schoolId)
  if (!actor) throw new Error("The school is gone.")
  return viewer ? memberActor(actor.school, viewer) : actor
}
