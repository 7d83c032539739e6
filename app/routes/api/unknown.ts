import { allowAnyone } from "~/http/guards.server"
import { nothingThere } from "~/http/json.server"

/** A call that does not exist: a program gets its answer as one. */
export function loader() {
  allowAnyone()
  return nothingThere()
}

export function action() {
  allowAnyone()
  return nothingThere()
}
