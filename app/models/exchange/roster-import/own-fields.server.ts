import type { Actor } from "~/models/foundation/access/actor"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { type OwnField, ownFields } from "../roster/roster-own-fields"

/** The columns that the school's own fields can fill. */
export const listOwnFields = (actor: Actor): OwnField[] =>
  ownFields({
    student: listFields(actor, "student"),
    family: listFields(actor, "family"),
    guardian: listFields(actor, "guardian"),
    teacher: listFields(actor, "teacher"),
    class: listFields(actor, "class"),
  })
