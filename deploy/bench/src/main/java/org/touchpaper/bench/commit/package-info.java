/**
 * Cost of atomic commitment: transactions over real acceptors, compared with PostgreSQL's blocking
 * two-phase commit, a key in etcd, and the latency floor of disk and loopback, measured in the same
 * minute. Start at {@link org.touchpaper.bench.commit.CommitBench}.
 */
@NullMarked
package org.touchpaper.bench.commit;

import org.jspecify.annotations.NullMarked;
