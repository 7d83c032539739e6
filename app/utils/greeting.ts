/** Titles keep the whole name: "Hi Dr. Chen,". */
const titles = /^(?:dr|mr|mrs|ms|mx|prof|rev|sr|sra)\.?$/i

/** "Hi Mateo," for Mateo Okafor; "Hi," while there is no name. */
export function greet(name: string): string {
  const whole = name.trim()
  const [first = ""] = whole.split(/\s+/)
  if (!first) return "Hi,"
  return `Hi ${titles.test(first) ? whole : first},`
}
