/** Titles keep the whole name: "Hi Dr. Chen,". */
const titles = /^(?:dr|mr|mrs|ms|mx|prof|rev|sr|sra)\.?$/i

/** Several people have no first name: "Hi Familie Ziegler,". */
const families = /^(?:family|familie|fam\.?|famille|familia|família|famiglia|rodzina)$/i
/** "Wolf, Thomas", as banks and lists write it. */
const turned = /^([^,]+),\s*([^,]+)$/

/** "Hi Mateo," for Mateo Okafor and for Okafor, Mateo; "Hi," while there is no name. */
export function greet(name: string): string {
  const whole = name.trim().replace(turned, "$2 $1").replace(/,+$/, "")
  const [first = ""] = whole.split(/\s+/)
  if (!first) return "Hi,"
  return `Hi ${titles.test(first) || families.test(first) ? whole : first},`
}
