import { Callout } from "~/components/ui/callout"

/** Shown on every payment page while payments go to the sandbox. */
export function PracticeNote() {
  return (
    <Callout tone="amber">
      <p>
        <b>Test payments.</b> You can try everything here; no money moves.
      </p>
    </Callout>
  )
}
