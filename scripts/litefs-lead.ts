/** Whether LiteFS on this machine leads: only there can the database be written. */
export async function leads(litefsUrl: string): Promise<boolean> {
  const answer = await fetch(`${litefsUrl}/info`, { signal: AbortSignal.timeout(2000) })
  return ((await answer.json()) as { isPrimary: boolean }).isPrimary
}
