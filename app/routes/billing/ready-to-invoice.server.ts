import type { Actor } from "~/models/foundation/access/actor"
import { listSavedFilters } from "~/models/foundation/saved-filter/saved-filter.server"
import { listTasksUnderWay } from "~/models/foundation/task/task.server"
import {
  countUnbilled,
  listUnbilledCharges,
  type UnbilledCharge,
} from "~/models/money/charge/unbilled.server"
import { offerBatch } from "~/models/money/invoice/invoice-batch.server"
import { listStandingRuns } from "~/models/money/invoice/invoice-run.server"
import { usualDueDay } from "~/models/money/invoice/new-invoice.server"
import { needsCheck } from "~/models/money/invoice/ready-families"
import {
  everythingToDate,
  listReadyFamilies,
  monthsToBill,
} from "~/models/money/invoice/ready-families.server"
import { countWaitingLessons } from "~/models/money/package/package-cover.server"
import { familiesOfFilter } from "~/models/money/student-list/families-of-filter.server"
import { listMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"
import { sessionTitle } from "~/models/teaching/session/session"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { isDate, monthBounds } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { newId } from "~/utils/ids.server"
import { pageOf, pagesAround } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { localTime, today } from "~/utils/zones"

const familiesPerPage = 50
/** Lessons without attendance that are named above the list; the rest are counted. */
const lessonsNamed = 3

/** The page of Ready to invoice that an address asks for: one page of families, and what the whole list comes to. */
export async function findReadyPage(actor: Actor, query: URLSearchParams) {
  const period = periodOf(actor, query)
  const filters = listSavedFilters(actor, "students").map(({ id, name }) => ({ id, name }))
  const filter = filters.find(({ id }) => id === query.get("filter"))
  const narrowed = filter && familiesOfFilter(actor, filter.id)
  const ready = await listReadyFamilies(actor, period)
  const all = ready.filter(({ familyId }) => !narrowed || narrowed.has(familyId))
  const page = pageOf(query)
  const shown = all.slice((page - 1) * familiesPerPage, page * familiesPerPage)
  const onPage = new Set(shown.map(({ familyId }) => familyId))
  const linesOf = groupBy(
    listUnbilledCharges(actor, { familyIds: [...onPage], from: period.from, to: period.to }),
    ({ familyId }) => familyId,
  )
  const others = all.filter(({ familyId, problem }) => problem === null && !onPage.has(familyId))
  const address = {
    period: period.chosen === "all" ? undefined : period.chosen,
    ...(period.chosen === "own" ? { from: period.from, to: period.to } : {}),
    filter: filter?.id,
  }
  return {
    period: { ...period, filters, filter: filter?.id ?? "" },
    families: shown.map((family) => ({
      ...family,
      charged: (linesOf.get(family.familyId) ?? []).map(shownOf),
    })),
    others: {
      families: others.length,
      invoices: others.reduce((sum, { invoices }) => sum + invoices, 0),
      amountMinor: others.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      toPrint: others.reduce((sum, { toPrint }) => sum + toPrint, 0),
    },
    toCheck: all.filter(needsCheck).length,
    items: all.reduce((sum, { lines }) => sum + lines, 0),
    amountMinor: all.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    listed: all.length,
    listKey: query.toString(),
    dueOn: usualDueDay(actor),
    today: today(actor.school.timeZone, now()),
    formKey: newId(),
    currency: actor.school.currency,
    pages: pagesAround({ page, perPage: familiesPerPage, shown: shown.length, total: all.length }, (other) =>
      paths.unbilled({ ...address, page: other }),
    ),
    unbilled: { ...countUnbilled(actor), lessonsWithoutPackage: countWaitingLessons(actor) },
    missing: listMissingRegisters(actor, { charged: true, limit: lessonsNamed }).map((session) => ({
      id: session.id,
      title: sessionTitle(session),
      localDate: session.localDate,
      teacherName: session.teacherName,
      students: session.students.length,
    })),
    standing: listStandingRuns(actor).map(({ id, heldUntil }) => ({
      id,
      leavesAt: formatTime(localTime(heldUntil ?? 0, actor.school.timeZone)),
    })),
    underWay: listTasksUnderWay(actor, ["send-invoices", "save-drafts"]),
  }
}

/** What the page says of a charge. */
const shownOf = (charge: UnbilledCharge) => {
  const { chargeId, seatId, source, occurredOn, description, reason, amountMinor, discounts } = charge
  return { chargeId, seatId, source, occurredOn, description, reason, amountMinor, discounts }
}

/** Everything to date, one month, or the dates asked for. */
function periodOf(actor: Actor, query: URLSearchParams) {
  const months = monthsToBill(actor)
  const everything = everythingToDate(actor)
  const asked = query.get("period") ?? (query.has("from") ? "own" : "all")
  if (months.includes(asked)) {
    const { first, last } = monthBounds(asked)
    return { chosen: asked, months, from: first, to: last }
  }
  const from = query.get("from") || everything.from
  const to = query.get("to") || everything.to
  if (asked === "own" && isDate(from) && isDate(to) && from <= to) return { chosen: asked, months, from, to }
  return { chosen: "all", months, ...everything }
}

/** The families of a run that can be invoiced, and the IDs of all that were asked for. */
export function chosenFamilies(
  actor: Actor,
  {
    family,
    shown,
    others,
    filter,
    ...period
  }: { from: string; to: string; family: string[]; shown: string[]; others: boolean; filter?: string },
) {
  const narrowed = filter ? familiesOfFilter(actor, filter) : undefined
  const possible = offerBatch(actor, period).filter(
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
