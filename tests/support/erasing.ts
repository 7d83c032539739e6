import {
  closeDueSchools,
  eraseNextClosed,
  listSchoolsDue,
} from "~/models/accounts/school/delete-school.server"
import { schoolActor } from "~/models/foundation/access/actor.server"

/** Closes and erases the schools whose thirty days are over, as the jobs do. Answers how many they were. */
export async function eraseDueSchools(): Promise<number> {
  const due = listSchoolsDue().length
  await closeDueSchools(schoolActor)
  while (eraseNextClosed());
  return due
}
