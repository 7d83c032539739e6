import { ActButton } from "~/components/form/act-button"
import { Callout } from "~/components/ui/callout"
import { countOf } from "~/utils/count-of"

type ReminderProps = { families: number; withoutEmail: number; today: number }

/** One press for all families that can still answer, once a day. */
export function NextTermReminder({ families, withoutEmail, today: remindedToday }: ReminderProps) {
  if (families === 0 && withoutEmail === 0 && remindedToday === 0) return null
  return (
    <Callout>
      <p>
        {[
          families > 0 ? `${countOf(families, "family hasn’t", "families haven’t")} answered yet.` : "",
          remindedToday > 0 ? `${countOf(remindedToday, "family was", "families were")} reminded today.` : "",
          withoutEmail > 0
            ? `${countOf(withoutEmail, "student who waits for an answer can’t be emailed", "students who wait for an answer can’t be emailed")}: the family has no email, or emails to it come back. Call them.`
            : "",
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      {families > 0 ? (
        <ActButton
          label={`Remind ${countOf(families, "family", "families")}`}
          intent="remind"
          pending="Sending…"
        />
      ) : null}
    </Callout>
  )
}
