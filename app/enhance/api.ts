/** An answer of the API; a failure is only logged and returns nothing (spec §8). */
export async function ask<Answer>(path: string, body?: object): Promise<Partial<Answer>> {
  const accepted = { Accept: "application/json" }
  try {
    const answer = await fetch(path, {
      cache: "no-store",
      headers: accepted,
      ...(body && {
        method: "POST",
        headers: { ...accepted, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return await answer.json()
  } catch (error) {
    console.error(error)
    return {}
  }
}

/** An answer that is a page. */
export const pageOf = async (answer: Response): Promise<Document> =>
  new DOMParser().parseFromString(await answer.text(), "text/html")
