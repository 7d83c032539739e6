/** Every id in a text: those of a school's rows are 11 characters, 13 in earlier ones (app/utils/ids.server.ts), the others are UUIDs. */
export const idsInText = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\bm[0-9a-z]{10}(?:[0-9a-z]{2})?\b/g
