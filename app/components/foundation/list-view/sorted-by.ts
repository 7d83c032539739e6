import type { Column } from "~/components/ui/data-table"
import { fieldParameter } from "~/models/foundation/custom-field/answer-filter"
import type { Order } from "~/models/foundation/saved-filter/list-view"

type Asked = Order<string>

/** A list's order now, the one without an address, and the address of another. */
export type Sorting = { order: Asked; usual: string; to: (order: Asked) => string }

/** A heading that sorts: pressed again, it turns the order around. Amounts begin with the largest. */
export function sortedBy<Row>(
  { order, usual, to }: Sorting,
  sort: string,
  startsHigh = false,
): Column<Row>["sort"] {
  const isNow = (order.sort ?? usual) === sort
  const isDescending = startsHigh !== Boolean(order.isReversed)
  return {
    to: to({ sort: sort as Asked["sort"], isReversed: isNow && !order.isReversed }),
    is: isNow ? (isDescending ? "descending" : "ascending") : undefined,
  }
}

type Answered = { answers?: Record<string, string> }

/** The school's own fields as columns, each of which sorts. */
export const answerCells = <Row extends Answered>(
  own: readonly { id: string; name: string }[],
  sorting: Sorting,
): Column<Row>[] =>
  own.map(({ id, name }) => ({
    label: name,
    id,
    sort: sortedBy<Row>(sorting, fieldParameter(id)),
    cell: ({ answers }) => answers?.[id] ?? "–",
  }))
