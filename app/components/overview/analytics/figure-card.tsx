import { DataTable } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import type { Card } from "~/models/overview/analytics/cards"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import type { Address } from "./card-head"
import { Definitions } from "./definitions"
import { FoldedCard } from "./folded-card"

type Line = { id: string; name: string; texts: string[] }

type FigureCardProps = {
  /** with its figures as texts */
  card: Omit<Card, "lines" | "total" | "before"> & { lines: Line[]; total: string[]; before: string[] }
  address: Address
  /** the days it is about, where they aren’t the months chosen */
  about?: string
  /** why it counts more than what was chosen */
  note?: string
}

/** What the days that are compared with are called. */
const nameOfBefore = ({ beforeOn, beforeIn }: FigureCardProps["card"]): string => {
  if (beforeOn) return `On ${formatDate(beforeOn, "medium")}`
  return beforeIn ? `In ${formatDate(`${beforeIn}-01`, "month")}` : "Previously"
}

/** Figures by teacher or instrument with their total. Each opens the rows it counts. */
export function FigureCard({ card, address, about, note }: FigureCardProps) {
  const { key, title, by, columns, lines, total, before, definitions } = card
  const sum = { id: "", name: "Total", texts: total }
  const rows = [...(by ? lines : []), sum, { id: "before", name: nameOfBefore(card), texts: before }]
  const narrowedTo = ({ id }: Line) =>
    id === "before" ? { days: "before" as const } : by && id ? { [by.toLowerCase()]: id } : {}
  return (
    <FoldedCard title={title} about={about} file={key} address={address}>
      {note ? <p className="dim">{note}</p> : null}
      <DataTable
        caption={title}
        rows={rows}
        rowKey={({ id, name }) => id || name}
        columns={[
          {
            label: by ?? "All",
            cell: (line) => (line.id && line.id !== "before" ? line.name : <b>{line.name}</b>),
          },
          ...columns.map(({ metric, label, opens }, index) => ({
            label,
            numeric: true,
            cell: (line: Line) => (
              <Figure
                of={metric}
                to={
                  opens
                    ? paths.figureRows({ ...address, card: key, of: metric, ...narrowedTo(line) })
                    : undefined
                }
              >
                {line.texts[index]}
              </Figure>
            ),
          })),
        ]}
      />
      <Definitions of={definitions} card={title} />
    </FoldedCard>
  )
}
