const DAY = 86_400_000;

/** How many days are left until a time, counting the one that has begun; at least 1. Both are milliseconds since 1970, UTC. */
export function daysLeft(until: number, now: number): number {
  return Math.max(1, Math.ceil((until - now) / DAY));
}
