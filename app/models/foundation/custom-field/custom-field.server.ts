import { transact } from "db/client.server"
import { customFields } from "db/schema/foundation-lists"
import { and, asc, eq, isNull, max, ne, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { Actor } from "../access/actor"
import { add, change, find, ownRows, type Params, queryEach, select } from "../access/door.server"
import { recordEvent } from "../audit/audit.server"
import { type CustomField, type FieldNoun, mostFields } from "./custom-field"
import type { ChangeFieldForm, NewFieldForm } from "./custom-field-form"

// A school's own fields: added, changed, put in order, archived and restored. What a field asks for never changes, and an
// archived one keeps its answers.

type Refusal = "not-found" | "name-taken" | "too-many"
type Done = Result<{ name: string }, Refusal>

/** The fields of a noun in their order; archived ones only when asked, last. */
export function listFields(actor: Actor, noun: FieldNoun, { archived = false } = {}): CustomField[] {
  return fieldsQuery(archived ? "all" : "present")
    .all(actor, { noun })
    .map(asField)
}

const fieldsQuery = queryEach((which: "all" | "present", p: Params<{ noun: string }>, own) =>
  select()
    .from(customFields)
    .where(
      and(
        own(customFields),
        eq(customFields.noun, p.noun),
        which === "present" ? isNull(customFields.archivedAt) : undefined,
      ),
    )
    .orderBy(sql`archived_at is not null`, asc(customFields.position), asc(customFields.id)),
)

const asField = ({
  schoolId: _,
  createdAt: __,
  position: ___,
  archivedAt,
  choices,
  ...facts
}: typeof customFields.$inferSelect): CustomField => ({
  ...facts,
  choices: JSON.parse(choices) as string[],
  isArchived: archivedAt !== null,
})

export function findField(actor: Actor, fieldId: string): CustomField | undefined {
  const row = find(actor, customFields, fieldId)
  return row && asField(row)
}

/** Adds a field after the others of its noun. Refuses a name in use, in any capitalization, and more than fit a form. */
export function addField(actor: Actor, form: NewFieldForm): Done {
  return transact((): Done => {
    const { noun, name, kind, audience, isRequired } = form
    if (isTaken(actor, noun, name)) return { ok: false, reason: "name-taken" }
    if (listFields(actor, noun).length >= mostFields) return { ok: false, reason: "too-many" }
    const choices = JSON.stringify(kind === "choice" ? form.choices : [])
    const id = add(actor, customFields, {
      noun,
      name,
      kind,
      audience,
      isRequired,
      choices,
      position: nextPosition(actor, noun),
    })
    recordEvent(actor, "custom-field.add", id, { after: { name, of: noun, kind, audience, isRequired } })
    return { ok: true, name }
  })
}

/** Changes what a field is called, who sees it, whether it's required, and its choices. */
export function changeField(actor: Actor, fieldId: string, form: ChangeFieldForm): Done {
  return transact((): Done => {
    const before = findField(actor, fieldId)
    if (!before) return { ok: false, reason: "not-found" }
    if (isTaken(actor, before.noun, form.name, fieldId)) return { ok: false, reason: "name-taken" }
    const { name, audience, isRequired } = form
    const choices = before.kind === "choice" ? form.choices : []
    change(actor, customFields, fieldId, { name, audience, isRequired, choices: JSON.stringify(choices) })
    recordEvent(actor, "custom-field.change", fieldId, {
      before: {
        name: before.name,
        audience: before.audience,
        isRequired: before.isRequired,
        choices: before.choices,
      },
      after: { name, audience, isRequired, choices },
    })
    return { ok: true, name }
  })
}

/** Moves a field up (-1) or down (1) among those in use; the first and the last stay where they are. */
export function moveField(actor: Actor, fieldId: string, by: -1 | 1): Done {
  return transact((): Done => {
    const field = findField(actor, fieldId)
    if (!field || field.isArchived) return { ok: false, reason: "not-found" }
    const ids = listFields(actor, field.noun).map(({ id }) => id)
    const at = ids.indexOf(fieldId)
    const other = ids[at + by]
    if (other === undefined) return { ok: true, name: field.name }
    ids[at] = other
    ids[at + by] = fieldId
    for (const [position, id] of ids.entries()) change(actor, customFields, id, { position })
    recordEvent(actor, "custom-field.move", fieldId, { after: { name: field.name } })
    return { ok: true, name: field.name }
  })
}

/** Archives a field, so that forms and lists no longer have it, or restores it with its answers. */
export function setFieldArchived(actor: Actor, fieldId: string, isArchived: boolean): Done {
  return transact((): Done => {
    const field = findField(actor, fieldId)
    if (!field) return { ok: false, reason: "not-found" }
    if (field.isArchived === isArchived) return { ok: true, name: field.name }
    if (!isArchived && listFields(actor, field.noun).length >= mostFields)
      return { ok: false, reason: "too-many" }
    change(actor, customFields, fieldId, {
      archivedAt: isArchived ? now() : null,
      ...(isArchived ? {} : { position: nextPosition(actor, field.noun) }),
    })
    recordEvent(actor, isArchived ? "custom-field.archive" : "custom-field.restore", fieldId, {
      after: { name: field.name },
    })
    return { ok: true, name: field.name }
  })
}

const isTaken = (actor: Actor, noun: FieldNoun, name: string, exceptId = ""): boolean =>
  ownRows(actor, customFields, ["name"])
    .where(and(eq(customFields.noun, noun), ne(customFields.id, exceptId)))
    .all()
    .some((other) => other.name.toLowerCase() === name.toLowerCase())

function nextPosition(actor: Actor, noun: FieldNoun): number {
  const last = ownRows(actor, customFields, { last: max(customFields.position) })
    .where(eq(customFields.noun, noun))
    .get()
  return (last?.last ?? -1) + 1
}
