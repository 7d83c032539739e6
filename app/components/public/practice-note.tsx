import { Note } from "~/components/ui/note"

/** Stands on every page with a payment while payments go to the stand-in. */
export function PracticeNote() {
  return (
    <Note tone="amber">
      <p>
        <b>Test payments.</b> You can try everything here; no money moves.
      </p>
    </Note>
  )
}
