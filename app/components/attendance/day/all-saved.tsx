import { NoteHead } from "~/components/ui/note-head"
import { useKeptLessons } from "./use-kept-lessons"

/** That nothing of the day waits on this device, and when the page was read. `at` is a time of day: "3:09 PM". */
export function AllSaved({ at }: { at: string }) {
  const kept = useKeptLessons()
  return kept.size > 0 ? null : (
    <p className="all-saved no-print">
      <NoteHead kind="on" /> All saved, {at}
    </p>
  )
}
