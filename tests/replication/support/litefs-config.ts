// The configuration of one LiteFS node, as litefs.yml for production says it, for this machine's folders and ports.

export type LitefsConfig = {
  name: string
  mount: string
  data: string
  port: number
  /** How the other nodes reach it; through a relay when the network is to be bad. */
  advertise: string
  leaseUrl: string
  isCandidate: boolean
  /** How long transactions are kept for those who were away. */
  retention?: string
  /** The commands, the last of which stays. */
  commands: string[]
}

/** JSON is YAML too. */
export const litefsYaml = (node: LitefsConfig): string =>
  JSON.stringify(
    {
      fuse: { dir: node.mount },
      data: { dir: node.data, retention: node.retention ?? "10m", "retention-monitor-interval": "1s" },
      http: { addr: `127.0.0.1:${node.port}` },
      "strict-verify": true,
      // A node that was away, or whose primary cannot be reached, answers reads from what it has.
      "skip-sync": true,
      lease: {
        type: "consul",
        hostname: node.name,
        "advertise-url": node.advertise,
        candidate: node.isCandidate,
        promote: false,
        consul: { url: node.leaseUrl, key: "litefs/drills", ttl: "10s", "lock-delay": "1s" },
      },
      exec: node.commands.map((cmd) => ({ cmd })),
      log: { timestamp: true },
    },
    null,
    2,
  )
