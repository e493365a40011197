/**
 * What an agreement costs: transactions over real acceptors, beside the blocking two-phase commit
 * of PostgreSQL, a register in etcd, and the floor that the disk and the loopback set, all in the
 * same minute. Start at {@link org.touchpaper.bench.commit.CommitBench}.
 */
@NullMarked
package org.touchpaper.bench.commit;

import org.jspecify.annotations.NullMarked;
