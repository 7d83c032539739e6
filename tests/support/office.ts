import { Browser } from "./app"
import { openSchool } from "./school"

/** A school, and its administrator at a browser. */
export async function openOffice(facts?: Parameters<typeof openSchool>[0]) {
  const { actor, userId } = openSchool(facts)
  return { actor, userId, browser: await Browser.of(userId) }
}
