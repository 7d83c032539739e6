/** Letters from which on a slip is forgiven. */
const forgiven = 5

/** Whether one letter of what was typed is wrong, missing, too many, or two are exchanged; in short words nothing is. */
export function isOneSlip(one: string, other: string): boolean {
  if (one.length < forgiven || other.length < forgiven - 1 || Math.abs(one.length - other.length) > 1)
    return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [a, b] = [one.slice(at), other.slice(at)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}
