import { takeReceivedText } from "~/models/communication/received-text/received-text.server"
import { memberActor } from "~/models/foundation/access/actor.server"
import type { Job } from "~/models/foundation/job/job.server"
import { inSchool } from "./in-school.server"

/** A text joins its conversation together with the end of this job: a crash has both or neither. */
export function takeText({ schoolId, payload }: Job<"take-received-text">) {
  if (!schoolId) return
  inSchool(schoolId, (school) =>
    takeReceivedText(school, payload.textId, (member) => memberActor(school.school, member)),
  )
}
