import { sentenceOf } from "~/texts/foundation/activity"

type Entry = {
  id: string
  /** in the school's time zone */
  at: string
  actorName: string
  verb: string
  noun: string
  before: unknown
  after: unknown
  /** Whose it is, on a page about several people. */
  about?: string
}

const shownAtOnce = 4

/** The activity on this record, newest first. Beside other things all but the newest are folded. */
export function HistoryList({ entries, isWhole }: { entries: Entry[]; isWhole?: boolean }) {
  if (entries.length === 0) return null
  const shown = isWhole ? entries.length : shownAtOnce
  return (
    <section className="section" aria-labelledby="history">
      <h2 id="history">Activity</h2>
      <Entries entries={entries.slice(0, shown)} />
      {entries.length > shown ? (
        <details className="disclosure small">
          <summary>Earlier activity</summary>
          <Entries entries={entries.slice(shown)} />
        </details>
      ) : null}
    </section>
  )
}

function Entries({ entries }: { entries: Entry[] }) {
  return (
    <ul className="rows small">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span>
            {entry.actorName} {sentenceOf(entry)}{" "}
            <span className="block text-13 text-ink-2">
              {entry.about ? `${entry.about}, ` : null}
              {entry.at}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
