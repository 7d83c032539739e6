import { transact } from "db/client.server"

/** A command as a part of an act: in a transaction, as whoever calls it in the app does. */
export const inAct =
  <Given extends unknown[], Answer>(command: (...given: Given) => Answer) =>
  (...given: Given): Answer =>
    transact(() => command(...given))
