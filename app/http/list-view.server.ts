import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { answerColumns, fieldParameter } from "~/models/foundation/custom-field/answer-filter"
import type { CustomField, FieldNoun } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import {
  type Columns,
  type ListNoun,
  type ListView,
  readColumns,
  textOfQuery,
  withoutAmounts,
} from "~/models/foundation/saved-filter/list-view"
import {
  chooseColumns,
  findColumns,
  listSavedFilters,
  removeFilter,
  saveFilter,
} from "~/models/foundation/saved-filter/saved-filter.server"
import { SaveFilterForm } from "~/models/foundation/saved-filter/saved-filter-form"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import type { ListAct } from "~/models/overview/bulk/list-acts"
import { fold } from "~/utils/names"
import { act, intent, intents } from "./intents.server"
import { redirectAfterDeleting } from "./toast.server"

/** A list whose columns a person chooses, and whose filters are kept under a name. */
export type ViewedList<Name extends string> = {
  noun: ListNoun
  columns: Columns<Name>
  /** whose fields of the school's own can be columns, filters and orders */
  fields?: readonly FieldNoun[]
  /** the filters and the order that an address asks for, without its page, always written the same way */
  read: (parameters: URLSearchParams) => Record<string, string | undefined>
  at: (query?: Record<string, string | undefined>) => string
  /** Whether a kept filter is by what families owe. */
  asksForAmounts?: (parameters: URLSearchParams) => boolean
}

const columnsFor = <Name extends string>(actor: Actor, { columns }: ViewedList<Name>): Columns<Name> =>
  seesFamilyMoney(actor) ? columns : withoutAmounts(columns)

/** The school's own fields in a list; one that is called like one before it says whose it is. */
function fieldsOf<Name extends string>(actor: Actor, { fields = [] }: ViewedList<Name>): CustomField[] {
  const names = new Set<string>()
  return fields.flatMap((noun) => {
    const listed = listFields(actor, noun).map((field) =>
      names.has(fold(field.name)) ? { ...field, name: `${field.name}, ${noun}` } : field,
    )
    for (const { name } of listed) names.add(fold(name))
    return listed
  })
}

/** How this person looks at the list, which the address asks for with `asked`, and what they may do with it. */
export function viewOf<Name extends string>(
  actor: Actor,
  list: ViewedList<Name>,
  request: Request,
  asked: Record<string, string | undefined>,
): ListView<Name> & { acts: ListAct[] } {
  const chosen = findColumns(actor, list.noun)
  const fields = fieldsOf(actor, list)
  return {
    columns: readColumns(columnsFor(actor, list), chosen),
    fields,
    own: answerColumns(fields, chosen),
    acts: listActsFor(actor, list.noun),
    list: textOfQuery(asked),
    saved: listSavedFilters(actor, list.noun).filter(
      ({ query }) => seesFamilyMoney(actor) || !list.asksForAmounts?.(new URLSearchParams(query)),
    ),
    current: textOfQuery(list.read(new URL(request.url).searchParams)),
  }
}

/** Saves columns, and keeps and removes filters; another form is not found. */
export function changeView<Name extends string>(
  actor: Actor,
  list: ViewedList<Name>,
  request: Request,
  form: FormData,
) {
  const { noun, at } = list
  const columns = columnsFor(actor, list)
  const back = at(Object.fromEntries(new URL(request.url).searchParams))
  const keptOf = (query: string) => list.read(new URLSearchParams(query))
  return intents(form, at(), {
    columns: act({
      run: () => {
        const chosen = form.getAll("column").map(String)
        const own = answerColumns(fieldsOf(actor, list), chosen).map(({ id }) => fieldParameter(id))
        return chooseColumns(actor, noun, [...readColumns(columns, chosen), ...own])
      },
      saved: "Columns saved.",
      to: back,
    }),
    "usual-columns": act({ run: () => chooseColumns(actor, noun, []), saved: "Columns reset.", to: back }),
    "remove-filter": act({
      run: () => {
        const filterId = String(form.get("filter") ?? "")
        const removed = removeFilter(actor, filterId)
        return removed.ok
          ? redirectAfterDeleting(at(), `Filter “${removed.name}” removed.`, filterId)
          : removed
      },
    }),
    "save-filter": intent({
      schema: SaveFilterForm,
      run: ({ name, query, shared }) =>
        saveFilter(actor, { noun, name, query: textOfQuery(keptOf(query)), isShared: shared }),
      field: "name",
      status: 409,
      refusals: { "too-many": "You have 30 saved filters. Remove one to save another." },
      saved: (_, { name }) => `Filter “${name}” saved.`,
      to: (_, { query }) => at(keptOf(query)),
    }),
  })
}
