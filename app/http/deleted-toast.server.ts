import { paths } from "~/utils/paths"
import { redirectWithToast, type Toast } from "./toast.server"

/** Says what was deleted, with Undo on the page it was deleted from. */
export const deletedToast = (back: string, title: string, recordId: string): Toast => ({
  title,
  tone: "good",
  undo: { to: paths.undoDeletion(), fields: { record: recordId, back } },
})

/** Says what was deleted on the page it was deleted from, with Undo. */
export const redirectAfterDeleting = (back: string, title: string, recordId: string) =>
  redirectWithToast(back, deletedToast(back, title, recordId))
