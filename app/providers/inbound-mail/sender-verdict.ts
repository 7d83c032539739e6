// Whether a received mail was sent by whom its From names. The provider that received it has checked SPF, DKIM and DMARC and
// says so in `Authentication-Results` (RFC 8601). That is a header like any other, so the sender may have written one too:
// only results under the provider's own name count, all of them must pass, and what stands in comments and quotes is no
// result. An envelope's address is echoed there.

export type SenderVerdict =
  /** The sender's domain vouches for the mail. */
  | "proven"
  /** It says that the mail isn't its own. */
  | "failed"
  /** It says nothing, or the provider doesn't. */
  | "unknown"

type Clause = { method: string; result: string; properties: Map<string, string> }

/** The verdict on a bare address. @param results the values of `Authentication-Results`, as they came */
export function judgeSender(
  address: string,
  results: readonly string[],
  authority: string | undefined,
): SenderVerdict {
  const domain = domainOf(address)
  if (!domain || !authority) return "unknown"
  const own = results.map(readResults).filter(({ server }) => server === authority.toLowerCase())
  if (own.length === 0) return "unknown"
  const verdicts = own.map(({ clauses }) => judgeClauses(domain, clauses))
  if (verdicts.includes("failed")) return "failed"
  return verdicts.every((verdict) => verdict === "proven") ? "proven" : "unknown"
}

function judgeClauses(domain: string, clauses: readonly Clause[]): SenderVerdict {
  const of = (method: string) => clauses.filter((clause) => clause.method === method)
  const dmarc = of("dmarc")
  if (dmarc.some(({ result }) => result === "fail")) return "failed"
  // DMARC may pass for another From than the one that was read here.
  if (dmarc.length > 1 || dmarc.some(({ properties }) => !isFor(domain, properties.get("header.from"))))
    return "unknown"
  if (dmarc[0]?.result === "pass") return "proven"
  const isSigned = of("dkim").some(
    ({ result, properties }) =>
      result === "pass" && vouchesFor(domain, properties.get("header.d") ?? properties.get("header.i")),
  )
  if (isSigned) return "proven"
  const spf = of("spf")
  const isSent = spf.some(
    ({ result, properties }) => result === "pass" && isFor(domain, properties.get("smtp.mailfrom")),
  )
  if (isSent && spf.length === 1) return "proven"
  return [...of("dkim"), ...spf].some(({ result }) => result === "fail") ? "failed" : "unknown"
}

/** The domain of an address, or of a bare domain; undefined for two addresses in one. */
function domainOf(text: string): string | undefined {
  const parts = text.trim().toLowerCase().split("@")
  const domain = parts.at(-1) ?? ""
  return parts.length <= 2 && /^([a-z0-9_-]+\.)+[a-z0-9-]+$/.test(domain) ? domain : undefined
}

/** Without a named domain it is no proof. */
const isFor = (domain: string, named: string | undefined) => named !== undefined && domainOf(named) === domain

/** The domain itself or the one above it, which it belongs to: mail.school.example is vouched for by school.example. */
function vouchesFor(domain: string, named: string | undefined): boolean {
  const signer = named === undefined ? undefined : domainOf(named)
  return signer !== undefined && (signer === domain || domain.endsWith(`.${signer}`))
}

/** Who checked, and each result with what it is about. */
function readResults(value: string): { server: string; clauses: Clause[] } {
  // Some folds put blanks around the sign.
  const [first = "", ...rest] = partsOf(value).map((part) => part.replace(/\s*=\s*/g, "="))
  const [server = ""] = first.trim().toLowerCase().split(/\s+/)
  return { server, clauses: rest.flatMap(readClause) }
}

function readClause(part: string): Clause[] {
  const [head = "", ...properties] = part.trim().split(/\s+/)
  const [, method, result] = /^([a-z0-9-]+)(?:\/\d+)?=([a-z]+)$/i.exec(head) ?? []
  if (!method || !result) return []
  const read = new Map<string, string>()
  for (const property of properties) {
    const [, name, text] = /^([a-z0-9.-]+)=(.+)$/i.exec(property) ?? []
    // What is named twice says nothing.
    if (name && text) read.set(name.toLowerCase(), read.has(name.toLowerCase()) ? "" : text)
  }
  return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties: read }]
}

/** The value between its semicolons, without comments; a quoted text becomes one word that is no address. */
function partsOf(value: string): string[] {
  const parts = [""]
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? ""
    if (character === "\\") at += 1
    else if (isQuoted) isQuoted = character !== '"'
    else if (depth > 0) {
      // An address may be echoed in a comment, quotes and brackets and all.
      isQuoted = character === '"'
      depth += character === "(" ? 1 : character === ")" ? -1 : 0
    } else if (character === "(") depth = 1
    else if (character === '"') {
      isQuoted = true
      parts.push(`${parts.pop()}quoted@`)
    } else if (character === ";") parts.push("")
    else parts.push(`${parts.pop()}${character}`)
  }
  return parts
}

/** The values of one header: a text, several, or several in one text, as the provider's answer may have them. */
export function valuesOf(headers: Record<string, unknown> | null | undefined, name: string): string[] {
  return Object.entries(headers ?? {})
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => textsOf(value))
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== "string") return []
  if (!value.trim().startsWith("[")) return [value]
  try {
    return textsOf(JSON.parse(value) as unknown)
  } catch {
    return [value]
  }
}

/** The values of one header in the head of a mail as it came. */
export function valuesInHead(head: string, name: string): string[] {
  const [fields = ""] = head.split(/\r?\n\r?\n/)
  return fields
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, key, value] = /^([^\s:]+)[ \t]*:(.*)$/.exec(line) ?? []
      return key?.toLowerCase() === name && value !== undefined ? [value.trim()] : []
    })
}
