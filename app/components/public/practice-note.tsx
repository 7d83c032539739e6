import { CalloutText } from "~/components/ui/callout"

/** Shown on every payment page while payments go to the sandbox. */
export function PracticeNote() {
  return (
    <CalloutText tone="amber">
      <b>Test payments.</b> You can try everything here; no money moves.
    </CalloutText>
  )
}
