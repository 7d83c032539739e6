// What a mail server says of a mail that it couldn't deliver: the part `message/delivery-status` of its report (RFC 3464),
// in fields such as `Action: failed`, `Status: 5.1.1` and `Diagnostic-Code: smtp; 550 5.1.1 No such user`.

export type DeliveryReport = {
  /** The mailbox will never take it; else it may another day, or it took offense at this one mail. */
  isLasting: boolean
  reason: string
}

/** No such mailbox or domain, or it is closed; a full one, a large mail and a suspicion (5.2.2, 5.2.3, 5.7) pass. */
const lasting = /^5\.(0\.0|1\.\d+|2\.1|4\.4)$/

/** The worst that it says of a recipient; undefined when no one's mail failed: it is late, or arrived. */
export function readDeliveryReport(status: string): DeliveryReport | undefined {
  const failed = status
    .replace(/\r\n/g, "\n")
    .replace(/\n[ \t]+/g, " ")
    .split(/\n\s*\n/)
    .map(fieldsOf)
    .filter((fields) => fields.get("action")?.toLowerCase() === "failed")
    .map((fields) => {
      const [code = ""] = fields.get("status")?.split(/[\s(]/) ?? []
      const said = fields.get("diagnostic-code")?.replace(/^[\w-]+\s*;\s*/, "")
      return { isLasting: lasting.test(code), reason: said || `Status ${code || "unknown"}` }
    })
  return failed.find(({ isLasting }) => isLasting) ?? failed[0]
}

function fieldsOf(group: string): Map<string, string> {
  const fields = group.split("\n").flatMap((line): [string, string][] => {
    const [, name, value] = /^([\w-]+)\s*:(.*)$/.exec(line) ?? []
    return name && value !== undefined ? [[name.toLowerCase(), value.trim()]] : []
  })
  return new Map(fields)
}
