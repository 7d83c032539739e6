// The calls whose page deals with an unreachable server itself: it keeps what can't be sent.

const pageHandledCalls = new Map<string, number>()

/** Runs `send`, whose page stores what can't be sent to this address: a failed request then throws a TypeError. */
export async function handledByPage<Answer>(pathname: string, send: () => Promise<Answer>): Promise<Answer> {
  pageHandledCalls.set(pathname, (pageHandledCalls.get(pathname) ?? 0) + 1)
  try {
    return await send()
  } finally {
    const left = (pageHandledCalls.get(pathname) ?? 1) - 1
    if (left > 0) pageHandledCalls.set(pathname, left)
    else pageHandledCalls.delete(pathname)
  }
}

export const isHandledByPage = (pathname: string, method: string): boolean =>
  method !== "GET" && pageHandledCalls.has(pathname)

const callsWithoutRoom = new Set<string>()

/** Runs `send`, which the device has no room to keep: should it get no answer, the page says that it must stay open. */
export async function sendWithoutRoom<Answer>(
  pathname: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  callsWithoutRoom.add(pathname)
  try {
    return await send()
  } finally {
    callsWithoutRoom.delete(pathname)
  }
}

export const hasNoRoomFor = (pathname: string, method: string): boolean =>
  method !== "GET" && callsWithoutRoom.has(pathname)
