// The forms of a page as a browser without scripts knows them: where each is sent, what it holds, and what a person who
// fills in only what is asked for would send. React writes well-formed markup, so patterns are enough to read it.

export type FormField = {
  name: string
  kind: string
  value: string
  isRequired: boolean
  /** the values a select or a group of radios offers */
  choices: string[]
}

export type PageForm = {
  action: string
  isMultipart: boolean
  fields: FormField[]
  /** the name and value of each key that sends it; one without a name for a plain key */
  keys: FormKey[]
  /** its first button says that Enter does nothing, and is disabled so that this is true */
  hasNoEnter: boolean
}

/** A button that sends a form; in the order of the page, so the first is the one that Enter presses. */
export type FormKey = {
  name?: string
  value?: string
  action?: string
  /** said to be what the form is for */
  isMain?: true
  /** looks like what the form is for */
  isGo?: true
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" }
const decode = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

function attributesOf(tag: string): Record<string, string> {
  const inside = tag.replace(/^<\w+/, "").replace(/\/?>$/, "")
  return Object.fromEntries(
    [...inside.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      decode(value),
    ]),
  )
}

/** Every form of a page that is posted, with controls that stand outside and name it by `form`. */
export function formsOf(html: string, address: string): PageForm[] {
  const controls = [...html.matchAll(/<(?:input|select|textarea|button)\b[^>]*>/g)].map((part) => ({
    index: part.index,
    named: attributesOf(part[0]).form,
    whole: wholeOf(html, part.index, part[0]),
  }))
  return [...html.matchAll(/(<form\b[^>]*>)([\s\S]*?)<\/form>/g)].flatMap((found) => {
    const { 1: tag = "", 2: inside = "", index } = found
    const form = attributesOf(tag)
    if (form.method?.toLowerCase() !== "post") return []
    const start = index + tag.length
    const end = start + inside.length
    const markup = controls
      .filter(({ index, named }) => (named === undefined ? index >= start && index < end : named === form.id))
      .map(({ whole }) => whole)
      .join("")
    return [
      {
        action: form.action || address,
        isMultipart: form.enctype === "multipart/form-data",
        fields: fieldsOf(markup),
        keys: keysOf(markup),
        hasNoEnter: hasNoEnter(markup),
      },
    ]
  })
}

/** A field with what it holds. */
function wholeOf(html: string, from: number, tag: string): string {
  const [, kind] = tag.match(/^<(select|textarea)/) ?? []
  return kind ? html.slice(from, html.indexOf(`</${kind}>`, from) + kind.length + 3) : tag
}

function fieldsOf(markup: string): FormField[] {
  const fields: FormField[] = []
  const radios = new Map<string, FormField>()
  const pattern = /<input\b[^>]*>|<select\b[^>]*>[\s\S]*?<\/select>|<textarea\b[^>]*>[\s\S]*?<\/textarea>/g
  for (const [whole] of markup.matchAll(pattern)) {
    const attributes = attributesOf(whole.match(/^<\w+[^>]*>/)?.[0] ?? "")
    const { name, type = "text", value = "" } = attributes
    if (!name || "disabled" in attributes) continue
    const isRequired = "required" in attributes
    if (whole.startsWith("<select")) {
      const options = [...whole.matchAll(/<option\b[^>]*>/g)].map(([option]) => attributesOf(option))
      const chosen = options.find((option) => "selected" in option) ?? options[0]
      const choices = options.map((option) => option.value ?? "")
      fields.push({ name, kind: "select", value: chosen?.value ?? "", isRequired, choices })
    } else if (whole.startsWith("<textarea")) {
      const text = decode(whole.replace(/^<textarea[^>]*>\n?/, "").replace(/<\/textarea>$/, ""))
      fields.push({ name, kind: "textarea", value: text, isRequired, choices: [] })
    } else if (type === "radio") {
      const known = radios.get(name) ?? { name, kind: "radio", value: "", isRequired, choices: [] }
      known.choices.push(value)
      if ("checked" in attributes || !radios.has(name)) known.value = value
      if (!radios.has(name)) fields.push(known)
      radios.set(name, known)
    } else if (type === "checkbox") {
      const kind = "checked" in attributes ? "checked" : "checkbox"
      fields.push({ name, kind, value: value || "on", isRequired, choices: [] })
    } else fields.push({ name, kind: type, value, isRequired, choices: [] })
  }
  return fields
}

/** By HTML's rules for implicit submission a form whose first submit button is disabled isn't sent by Enter. */
function hasNoEnter(markup: string): boolean {
  const buttons = [...markup.matchAll(/<button\b[^>]*>/g)].map(([tag]) => attributesOf(tag))
  const first = buttons.find(({ type }) => (type ?? "submit") === "submit")
  return first !== undefined && "data-no-enter" in first && "disabled" in first
}

function keysOf(markup: string): PageForm["keys"] {
  const keys = [...markup.matchAll(/<button\b[^>]*>/g)]
    .map(([tag]) => attributesOf(tag))
    .filter(({ type, disabled }) => (type ?? "submit") === "submit" && disabled === undefined)
    .map(({ name, value, formaction, class: look, ...more }) => ({
      ...(name ? { name, value: value ?? "" } : {}),
      ...(formaction ? { action: formaction } : {}),
      ...("data-main" in more ? { isMain: true as const } : {}),
      ...(/\bgo\b/.test(look ?? "") ? { isGo: true as const } : {}),
    }))
  return keys.length ? keys : [{}]
}

/** The key "Undo" beside a page's message: where it posts, and what. */
export function undoOf(html: string): { action: string; fields: Record<string, string> } | undefined {
  const form = html.match(/<form\b[^>]*>(?:(?!<\/form>)[\s\S])*>Undo<[\s\S]*?<\/form>/)?.[0] ?? ""
  const [found] = formsOf(form, "")
  return (
    found && {
      action: found.action,
      fields: Object.fromEntries(found.fields.map(({ name, value }) => [name, value])),
    }
  )
}
