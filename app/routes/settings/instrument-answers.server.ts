import { z } from "zod"
import { intent } from "~/http/intents.server"
import { deletedToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { mergeInstruments } from "~/models/overview/instrument-merge/merge-instruments.server"
import { mergeRefusals } from "~/texts/accounts/refusals"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

const chosen = (none: string) => z.string({ error: none }).trim().min(1, none)

/** One name of an instrument that becomes another. */
const MergeInstrumentsForm = z.object({
  from: chosen(mergeRefusals["none-goes"]),
  into: chosen(mergeRefusals["none-stays"]),
})

/** What is done with the list of instruments, beside its entries. */
export const instrumentIntents = (actor: Actor) => ({
  "merge-instruments": intent({
    schema: MergeInstrumentsForm,
    run: (names) => mergeInstruments(actor, names),
    refusals: {
      "not-found": { at: "from", says: mergeRefusals["not-found"], status: 409 },
      "stays-not-found": { at: "into", says: mergeRefusals["stays-not-found"], status: 409 },
      same: { at: "into", says: mergeRefusals.same, status: 409 },
    },
    saved: ({ name, students, classes, recordId }, { into }) =>
      deletedToast(
        `${paths.schoolSettings()}#instruments`,
        `${name} merged into ${into}: ${countOf(students, "student")}, ${countOf(classes, "class", "classes")}.`,
        recordId,
      ),
  }),
})
