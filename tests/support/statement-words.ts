// A statement word by word, with where each stands in it.

export type Word = {
  /** As written; a name in lower case and without quotes. */
  text: string
  is: "word" | "quoted" | "given" | "sign" | "text"
  start: number
  end: number
  /** How many parentheses are open. */
  depth: number
  /** What of a statement it is in, within its parentheses. */
  clause: string
}

const pattern =
  /(?<text>'(?:[^']|'')*')|(?<note>--[^\n]*|\/\*[\s\S]*?\*\/)|"(?<quoted>(?:[^"]|"")*)"|(?<given>[?:@$]\w*)|(?<word>\w+)|<>|!=|==|<=|>=|\S/g

const clauses = new Set("select from set where group order having limit values returning".split(" "))

export function readWords(source: string): Word[] {
  const words: Word[] = []
  const open: string[] = []
  let clause = ""
  for (const { 0: whole, index: start, groups = {} } of source.matchAll(pattern)) {
    if (groups.note) continue
    const text = groups.text ?? (groups.quoted ?? whole).toLowerCase()
    if (whole === ")") clause = open.pop() ?? ""
    if (groups.word) clause = clauseAfter(text, words.at(-1)?.text) ?? clause
    words.push({ text, is: kindOf(groups), start, end: start + whole.length, depth: open.length, clause })
    if (whole !== "(") continue
    open.push(clause)
    clause = ""
  }
  return words
}

function clauseAfter(text: string, before: string | undefined): string | undefined {
  // `x.set` is a column, and `is distinct from` compares
  if (before === "." || (before === "distinct" && text === "from")) return
  if (["join", "update", "into"].includes(text)) return "from"
  return clauses.has(text) ? text : undefined
}

const kindOf = ({ text, given, word, quoted }: Record<string, string | undefined>): Word["is"] => {
  if (text !== undefined) return "text"
  if (given !== undefined) return "given"
  if (word !== undefined) return "word"
  return quoted === undefined ? "sign" : "quoted"
}

const notAnAlias =
  /^(on|where|inner|left|right|full|cross|natural|join|order|group|having|limit|set|union|except|intersect|indexed|not|using|select|values|default|returning|window)$/

/** The tables a statement reads and writes, each with what it calls it, and whatever else it reads as one. */
export function tablesIn(words: Word[]): { table: string; alias: string | undefined }[] {
  return words.flatMap((word, at) => {
    if (!isBeforeTable(words, at)) return []
    let place = at + 1
    if (words[place]?.text === "or") place += 2
    if (words[place + 1]?.text === ".") place += 2
    const named = words[place]
    if (named?.is !== "quoted" && (named?.is !== "word" || notAnAlias.test(named.text))) return []
    let next = words[place + 1]
    if (next?.is === "word" && next.text === "as") next = words[place + 2]
    const isAlias = next?.is === "quoted" || (next?.is === "word" && !notAnAlias.test(next.text))
    return [{ table: named.text, alias: isAlias && next?.depth === word.depth ? next.text : undefined }]
  })
}

function isBeforeTable(words: Word[], at: number): boolean {
  const { text = "", is, clause } = words[at] ?? {}
  if (clause !== "from" || words[at - 1]?.text === "distinct") return false
  return text === "," || (is === "word" && /^(from|join|update|into)$/.test(text))
}
