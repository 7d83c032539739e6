import { EntryButton, MoveButtons } from "~/components/form/ordered-list"
import { PostForm } from "~/components/form/post-form"
import { LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { formatNumber } from "~/utils/formats"
import { joinNames } from "~/utils/names"

export type Entry = {
  id: string
  position: number
  piece: string
  composer: string | null
  accompanist: string | null
  minutes: number | null
  performers: { id: string; name: string }[]
  isOwn: boolean
}

type ProgramListProps = {
  entries: Entry[]
  /** where an entry is changed */
  editTo: (entryId: string) => string
  /** who may only change entries of their own students can't change the order */
  canMove: boolean
}

/** The program in its order, each entry with what can be done with it. */
export function ProgramList({ entries, editTo, canMove }: ProgramListProps) {
  return (
    <DataTable
      caption="Program"
      rows={entries}
      columns={[
        {
          label: "Piece",
          cell: ({ position, piece, composer }) => (
            <>
              {formatNumber(position)}. <b>{piece}</b>{" "}
              {composer ? <span className="dim"> {composer}</span> : null}
            </>
          ),
        },
        { label: "Played by", cell: playedBy },
        { label: "With", cell: ({ accompanist }) => accompanist ?? "–" },
        { label: "Minutes", numeric: true, cell: ({ minutes }) => minutes ?? "–" },
        {
          label: "Action",
          action: true,
          cell: (entry) =>
            entry.isOwn ? (
              <PostForm className="buttons" sends={{ entry: entry.id }}>
                {canMove ? (
                  <MoveButtons
                    name={entry.piece}
                    isFirst={entry.position === 1}
                    isLast={entry.position === entries.length}
                  />
                ) : null}
                <LinkButton variant="plain" to={`${editTo(entry.id)}#entry-form`}>
                  Edit<span className="visually-hidden"> {entry.piece}</span>
                </LinkButton>
                <EntryButton intent="remove-entry" label="Remove" name={entry.piece} />
              </PostForm>
            ) : null,
        },
      ]}
    />
  )
}

export const playedBy = ({ performers }: Pick<Entry, "performers">): string =>
  joinNames(performers.map(({ name }) => name)) || "–"
