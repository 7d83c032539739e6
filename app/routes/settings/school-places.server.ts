import { intent } from "~/http/intents.server"
import { changeOpening } from "~/models/accounts/school/opening.server"
import { OpeningForm } from "~/models/accounts/school/opening-form"
import { changeRoomBuffers } from "~/models/accounts/school/room-buffers.server"
import { RoomBuffersForm } from "~/models/accounts/school/room-buffers-form"
import { changeSites } from "~/models/accounts/school/sites.server"
import { SitesForm } from "~/models/accounts/school/sites-form"
import type { Actor } from "~/models/foundation/access/actor"
import { listTight } from "~/models/teaching/session/room-buffer.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** The settings forms for where and when the school is open. */
export const placeIntents = (actor: Actor) => ({
  opening: intent({
    schema: OpeningForm,
    run: (hours) => changeOpening(actor, hours),
    saved: "Opening hours saved.",
  }),
  sites: intent({
    schema: SitesForm,
    run: (sites) => changeSites(actor, sites),
    saved: "Sites saved.",
    to: `${paths.schoolSettings()}#sites`,
  }),
  "room-buffers": intent({
    schema: RoomBuffersForm,
    run: (buffers) => changeRoomBuffers(actor, buffers),
    saved: () => ({
      title: "Time between lessons in a room saved.",
      ...tooClose(listTight(actor).length),
    }),
    to: `${paths.schoolSettings()}#room-buffers`,
  }),
})

/** What the new minutes leave too close, and where it is settled or kept. */
const tooClose = (lessons: number) =>
  lessons === 0
    ? {}
    : {
        text: `${countOf(lessons, "lesson")} in the next 4 weeks ${lessons === 1 ? "is" : "are"} too close to another.`,
        links: [{ label: "Settle or keep them", to: paths.lessonsToSettle() }],
      }
