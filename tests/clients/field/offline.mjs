// Loaded into a server before its own code: names of hosts lead nowhere, but for this machine's.

import dns from "node:dns";

const { lookup } = dns;

dns.lookup = (host, ...rest) => {
  if (host === "localhost") return lookup(host, ...rest);
  const answer = rest.at(-1);
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND", hostname: host });
  process.nextTick(answer, error);
};
