/**
 * Which part this node plays. Without LiteFS a node is the primary: it writes, runs the jobs and sends the mail. The
 * replication issue puts LiteFS behind this module; nothing else may ask.
 */
export type NodeRole = "primary" | "replica"

export function nodeRole(): NodeRole {
  return "primary"
}
