import { assignments, noteReplies, practice, repertoire, reports, skillStates } from "db/schema/learning"
import { resourceOpenings, resourceShares } from "db/schema/learning-resources"
import { portalAccess, studentInstruments } from "db/schema/people"
import { waitingSpots } from "db/schema/teaching"
import { occasionGuests, programPerformers } from "db/schema/teaching-occasions"
import { renewals } from "db/schema/teaching-renewals"

/** Rows of a student that say nothing without them. */
export const ofStudentAlone = [
  portalAccess,
  studentInstruments,
  assignments,
  repertoire,
  practice,
  skillStates,
  reports,
  noteReplies,
  resourceShares,
  resourceOpenings,
  waitingSpots,
  renewals,
  occasionGuests,
  programPerformers,
] as const
