import { Callout } from "~/components/ui/callout"

/** Stands on every page with a payment while payments go to the stand-in. */
export function PracticeNote() {
  return (
    <Callout tone="amber">
      <p>
        <b>Test payments.</b> You can try everything here; no money moves.
      </p>
    </Callout>
  )
}
