/** Every id in a text: those of a school's rows are 13 characters (app/utils/ids.server.ts), the others are UUIDs. */
export const idsInText = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\bm[0-9a-z]{12}\b/g
