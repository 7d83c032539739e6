import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { PrintButton } from "~/components/ui/print-button"
import { whenText } from "~/models/teaching/occasion/occasion"
import { programText } from "~/models/teaching/occasion/program"
import { type Entry, playedBy } from "./program-list"

type ProgramViewProps = {
  back: { to: string; label: string }
  occasion: { title: string; localDate: string; startTime: string; endTime: string; where: string | null }
  entries: Omit<Entry, "isOwn">[]
}

/** The program of an event, to print and to read. */
export function ProgramView({ back, occasion, entries }: ProgramViewProps) {
  const { title, where } = occasion
  return (
    <>
      <PageHead
        back={back}
        title={title}
        expression={[whenText(occasion), where].filter(Boolean).join(", ")}
        actions={<PrintButton />}
      />
      <ProgramEntries entries={entries} />
    </>
  )
}

/** Who plays what, in order. */
export function ProgramEntries({ entries }: Pick<ProgramViewProps, "entries">) {
  if (entries.length === 0) return <EmptyState>The program isn’t ready yet.</EmptyState>
  return (
    <>
      <ol className="rows">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>
              {entry.position}. <b>{entry.piece}</b>
              {entry.composer ? `, ${entry.composer}` : ""}
            </span>{" "}
            <span className="sm:text-right">
              {playedBy(entry)}
              {entry.accompanist ? <span className="dim"> with {entry.accompanist}</span> : null}
            </span>
          </li>
        ))}
      </ol>
      <p className="dim">{programText(entries)}</p>
    </>
  )
}
