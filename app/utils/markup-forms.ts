// The forms in a page's markup: what each field shows and offers. React writes well-formed markup, so patterns are enough.

/** A field as the page shows it: what it would send untouched. */
export type MarkupField = {
  name: string
  kind: string
  /** What its label says. */
  label: string
  values: string[]
  /** What a person reads for a value that can be chosen. */
  labels: Map<string, string>
}

export type MarkupForm = {
  id: string
  action: string | undefined
  /** Where the tag of its mark begins in the markup, and the mark's name. */
  mark: { name: string; at: number } | undefined
  fields: Map<string, MarkupField>
  intents: Set<string>
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" }
const decoded = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
const textOf = (markup: string) =>
  decoded(markup.replace(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim()

function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = "", value = ""] of tag.matchAll(/([\w:-]+)(?:="([^"]*)")?/g))
    found.set(name.toLowerCase(), decoded(value))
  return found
}

/** Fields whose value isn't a record's: what they hold is never merged. */
const besides = new Set(["password", "file", "search", "submit", "button", "reset", "image"])

const tags = /<(\/?)(form|input|select|option|textarea|button)\b([^>]*)>/g
const labelTags = /<label [^>]*for="([^"]+)"[^>]*>([\s\S]*?)<\/label>/g

/** The forms of a page that are posted. `isMark` tells which hidden field is a form's mark. */
export function formsIn(html: string, isMark: (name: string) => boolean): MarkupForm[] {
  const forms: MarkupForm[] = []
  const labels = new Map([...html.matchAll(labelTags)].map(([, id = "", text = ""]) => [id, text]))
  const labelOf = (attributes: Map<string, string>) =>
    attributes.get("aria-label") ?? textOf(labels.get(attributes.get("id") ?? "") ?? "")
  const byId = new Map<string, MarkupForm>()
  /** Controls that name a form which may come after them. */
  const outside: [formId: string, add: (form: MarkupForm) => void][] = []
  let current: MarkupForm | undefined
  let select: ReturnType<typeof selectOf> | undefined
  for (const found of html.matchAll(tags)) {
    const [whole, slash = "", tag = "", inside = ""] = found
    if (tag === "form") {
      current = slash ? undefined : formOf(attributesOf(inside))
      if (!current) continue
      forms.push(current)
      byId.set(current.id, current)
    } else if (slash) {
      if (tag === "select") {
        select?.end()
        select = undefined
      }
    } else if (tag === "option") {
      if (!select) continue
      const attributes = attributesOf(inside)
      const end = html.indexOf("</option>", found.index)
      const label = textOf(html.slice(found.index + whole.length, end))
      select.add(attributes.get("value") ?? label, label, attributes.has("selected"))
    } else {
      if (!current && !inside.includes("form=")) continue
      const attributes = attributesOf(inside)
      if (attributes.has("disabled")) continue
      const add = (work: (form: MarkupForm) => void) => {
        const owner = attributes.get("form")
        if (owner !== undefined) outside.push([owner, work])
        else if (current) work(current)
      }
      const name = attributes.get("name")
      if (!name) continue
      if (tag === "button")
        add((form) => name === "intent" && form.intents.add(attributes.get("value") ?? ""))
      else if (tag === "select") {
        select = selectOf(attributes.has("multiple"), (chosen, labels) =>
          add((form) => {
            const field = fieldOf(form, name, "select", labelOf(attributes))
            field.values.push(...chosen)
            for (const [value, label] of labels) field.labels.set(value, label)
          }),
        )
      } else if (tag === "textarea") {
        const begin = found.index + whole.length
        const text = decoded(html.slice(begin, html.indexOf("</textarea>", begin)).replace(/^\n/, ""))
        add((form) => fieldOf(form, name, "textarea", labelOf(attributes)).values.push(text))
      } else {
        const kind = attributes.get("type") ?? "text"
        const value = attributes.get("value") ?? ""
        const { index } = found
        if (isMark(name)) add((form) => (form.mark ??= { name, at: index }))
        else if (name === "intent") add((form) => form.intents.add(value))
        else if (!besides.has(kind))
          add((form) => {
            const isChoice = kind === "checkbox" || kind === "radio"
            const label = isChoice ? legendOver(html, index) : labelOf(attributes)
            const field = fieldOf(form, name, kind, label)
            if (!isChoice) field.values.push(value)
            else {
              if (attributes.has("checked")) field.values.push(value || "on")
              field.labels.set(value || "on", labelAround(html, index) || labelOf(attributes))
            }
          })
      }
    }
  }
  for (const [id, add] of outside) {
    const form = byId.get(id)
    if (form) add(form)
  }
  return forms
}

/** Collects the options of a list; what is sent where none is chosen is the first one. */
function selectOf(
  isMultiple: boolean,
  done: (chosen: readonly string[], labels: ReadonlyMap<string, string>) => void,
) {
  const labels = new Map<string, string>()
  const chosen: string[] = []
  return {
    add: (value: string, label: string, isChosen: boolean) => {
      labels.set(value, label)
      if (isChosen) chosen.push(value)
    },
    end: () => done(chosen.length || isMultiple ? chosen : [...labels.keys()].slice(0, 1), labels),
  }
}

const formOf = (attributes: Map<string, string>): MarkupForm | undefined =>
  attributes.get("method")?.toLowerCase() === "post"
    ? {
        id: attributes.get("id") ?? "",
        action: attributes.get("action") || undefined,
        mark: undefined,
        fields: new Map(),
        intents: new Set(),
      }
    : undefined

function fieldOf(form: MarkupForm, name: string, kind: string, label: string): MarkupField {
  const known = form.fields.get(name)
  // A box may come with a hidden field of its name, for when it isn't ticked.
  if (known && (known.kind !== "hidden" || kind === "hidden")) return known
  const field = { name, kind, label, values: known?.values ?? [], labels: known?.labels ?? new Map() }
  form.fields.set(name, field)
  return field
}

/** The text of the label that a box or radio button is in. */
function labelAround(html: string, at: number): string {
  const begin = html.lastIndexOf("<label", at)
  const end = html.indexOf("</label>", at)
  const isIn = begin >= 0 && end >= 0 && html.lastIndexOf("</label>", at) < begin
  return isIn ? textOf(html.slice(begin, end)) : ""
}

/** What is said over a group of boxes. */
function legendOver(html: string, at: number): string {
  const begin = html.lastIndexOf("<legend", at)
  if (begin < 0 || html.lastIndexOf("</fieldset>", at) > begin) return ""
  return textOf(html.slice(begin, html.indexOf("</legend>", begin)))
}
