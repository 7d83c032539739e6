import { DataTable } from "~/components/ui/data-table"
import type { StaffVerb } from "~/models/foundation/audit/events"
import { isPlatformVerb, platformVerbs } from "~/models/platform/staff-act/staff-act"
import { platformProvider } from "~/utils/payment-providers"

type StaffAct = { id: string; staffName: string; verb: string; reason: string; message: string; when: string }

const verbs: Record<StaffVerb, string> = {
  extend: "Extended",
  "suspend-by-staff": "Suspended",
  restore: "Restored",
  "check-with-provider": `Checked with ${platformProvider}`,
  refund: "Refunded",
  "end-by-staff": "Ended the subscription",
  "give-credit": "Gave account credit",
  "take-back-credit": "Removed account credit",
}

const isKnown = (verb: string): verb is StaffVerb => Object.hasOwn(verbs, verb)

/** An act of the staff in words, whichever log it is in. */
export const actText = (verb: string): string =>
  isKnown(verb) ? verbs[verb] : isPlatformVerb(verb) ? platformVerbs[verb] : "Other"

/** What staff did to a school, with the internal reason and the text shown to the school. */
export function StaffActs({ acts }: { acts: StaffAct[] }) {
  if (acts.length === 0) return null
  return (
    <section className="section" aria-labelledby="acts">
      <h2 id="acts">Staff actions</h2>
      <DataTable
        caption="Staff actions, newest first"
        rows={acts}
        columns={[
          { label: "Action", cell: ({ verb }) => actText(verb) },
          { label: "By", cell: ({ staffName }) => staffName },
          { label: "Internal reason", cell: ({ reason }) => reason },
          { label: "Message to the school", cell: ({ message }) => message },
          { label: "When (UTC)", cell: ({ when }) => when },
        ]}
      />
    </section>
  )
}
