import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { changeOpening } from "~/models/accounts/school/opening.server"
import { OpeningForm } from "~/models/accounts/school/opening-form"
import { changeRoomBuffers } from "~/models/accounts/school/room-buffers.server"
import { RoomBuffersForm } from "~/models/accounts/school/room-buffers-form"
import { changeSites } from "~/models/accounts/school/sites.server"
import { SitesForm } from "~/models/accounts/school/sites-form"
import type { Actor } from "~/models/foundation/access/actor"
import { listTight } from "~/models/teaching/session/room-buffer.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

/** Handles the settings forms for where and when the school is open; undefined for any other form. */
export function changeSchoolPlaces(actor: Actor, form: FormData) {
  switch (form.get("intent")) {
    case "opening": {
      const submission = readForm(form, { schema: OpeningForm })
      if (submission.status !== "success") return invalid(submission)
      changeOpening(actor, submission.value)
      return redirectWithToast(paths.schoolSettings(), "Opening hours saved.")
    }
    case "sites": {
      const submission = readForm(form, { schema: SitesForm })
      if (submission.status !== "success") return invalid(submission)
      if (!changeSites(actor, submission.value).ok) throw notFound()
      return redirectWithToast(`${paths.schoolSettings()}#sites`, "Sites saved.")
    }
    case "room-buffers": {
      const submission = readForm(form, { schema: RoomBuffersForm })
      if (submission.status !== "success") return invalid(submission)
      if (!changeRoomBuffers(actor, submission.value).ok) throw notFound()
      return redirectWithToast(`${paths.schoolSettings()}#room-buffers`, {
        title: "Time between lessons in a room saved.",
        tone: "good",
        ...tooClose(listTight(actor).length),
      })
    }
    default:
      return undefined
  }
}

/** What the new minutes leave too close, and where it is settled or kept. */
const tooClose = (lessons: number) =>
  lessons === 0
    ? {}
    : {
        text: `${countOf(lessons, "lesson")} in the next 4 weeks ${lessons === 1 ? "is" : "are"} too close to another.`,
        links: [{ label: "Settle or keep them", to: paths.strandedLessons() }],
      }
