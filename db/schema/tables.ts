/** Every table, for the migration generator and the one connection. */
export * from "./money"
export * from "./people"
export * from "./platform"
export * from "./schools"
export * from "./support"
export * from "./teaching"
