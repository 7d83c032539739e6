import { paged } from "~/http/page-number"
import type { Actor } from "~/models/foundation/access/actor"
import { listTasksUnderWay } from "~/models/foundation/task/task.server"
import { familiesOfFilter, listFamilyFilters } from "~/models/money/family-filter/families-of-filter.server"
import { offerBatch, offerBatchAside } from "~/models/money/invoice/invoice-batch.server"
import { listStandingRuns } from "~/models/money/invoice/invoice-run.server"
import { usualDueDay } from "~/models/money/invoice/new-invoice.server"
import { type AskedPeriod, findReady } from "~/models/money/ready-to-invoice/ready-families.server"
import { todayOf } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { newId } from "~/utils/ids.server"
import { pageOf } from "~/utils/page-number"
import { localTime } from "~/utils/zones"

/** The page of Ready to invoice that an address asks for: one page of families, and what the whole list comes to. */
export async function findReadyPage(actor: Actor, request: Request) {
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
export async function chosenFamilies(
  actor: Actor,
  {
    family,
    shown,
    others,
    filter,
    ...period
  }: { from: string; to: string; family: string[]; shown: string[]; others: boolean; filter?: string },
) {
  const offered = others ? await offerBatchAside(actor, period) : offerBatch(actor, period, family)
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
