import { PostForm } from "~/components/form/post-form"
import { policyRow } from "~/components/overview/policies/policy-row"
import { Button, Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { nameOfSuggestion, type Suggestion } from "~/models/overview/dashboard/suggestion"
import { countOf, formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** One thing that would help the school, with what its own records say; dismissed for good. */
export function SuggestionCard({ suggestion }: { suggestion: Suggestion }) {
  const { fact, to, label } = textOf(suggestion)
  return (
    <Callout tone="blue">
      <p>
        {fact} <Link to={to}>{label}</Link>
      </p>
      <PostForm action={paths.policies()} sends={{ suggestion: nameOfSuggestion(suggestion) }}>
        <Button intent="dismiss-suggestion" variant="plain">
          Don’t suggest this again
        </Button>
      </PostForm>
    </Callout>
  )
}

function textOf(it: Suggestion): { fact: string; to: string; label: string } {
  switch (it.key) {
    case "roll-over":
      return {
        fact: `${it.term} ends on ${formatDate(it.endsOn, "short")}. ${countOf(it.classes, "class has", "classes have")} no lessons after it.`,
        ...(it.hasNext
          ? { to: paths.classes(), label: "Choose classes to roll over" }
          : { to: `${paths.schoolSettings()}#terms`, label: "Add the next term" }),
      }
    case "reminders":
      return {
        fact: `${countOf(it.invoices, "invoice is", "invoices are")} more than a week overdue, and no reminders are sent.`,
        to: policyRow("reminders"),
        label: "Set up automatic reminders",
      }
    case "lesson-reminders":
      return {
        fact: `In the last 30 days, ${countOf(it.absences, "absence")} came without notice.`,
        to: policyRow("lesson-reminders", true),
        label: "Remind families of their lessons",
      }
    case "freed-times":
      return {
        fact: `In the last 90 days, families canceled ${countOf(it.absences, "lesson")} in time.`,
        to: policyRow("freed-times", true),
        label: "Offer such times to other students",
      }
  }
}
