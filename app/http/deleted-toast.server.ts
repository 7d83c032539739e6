import { paths } from "~/utils/paths"
import { redirectWithUndo } from "./toast.server"

/** Says what was deleted on the page it was deleted from, with Undo. */
export const redirectAfterDeleting = (back: string, title: string, recordId: string) =>
  redirectWithUndo(back, title, { to: paths.undoDeletion(), fields: { record: recordId, back } })
