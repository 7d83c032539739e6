import { isReplicated } from "~/providers/replication/replicated.server"
import { redirectWithToast, type Toast } from "./toast.server"

/** Added to the message while only one machine is known to have the write. */
const notConfirmed = "Saved, but the copy on a second machine isn’t confirmed yet. Check again in a minute."

/** For money: redirects once the write is safe on another machine, or adds that this isn't confirmed. */
export async function redirectWhenReplicated(to: string, title: string, links?: Toast["links"]) {
  const text = (await isReplicated()) ? undefined : notConfirmed
  return redirectWithToast(to, { title, text, links, tone: "good" })
}
