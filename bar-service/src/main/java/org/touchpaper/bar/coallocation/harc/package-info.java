/**
 * The BAR's side of Paxos Commit: {@link org.touchpaper.bar.coallocation.harc.CommitProtocolPort}
 * begins transactions and queries outcomes and resource managers; {@link
 * org.touchpaper.bar.coallocation.harc.HarcAdapter} implements it with HARC's clients. {@link
 * org.touchpaper.bar.coallocation.harc.ClusterApplicationCache} keeps what resource managers say
 * that clusters run.
 */
@NullMarked
package org.touchpaper.bar.coallocation.harc;

import org.jspecify.annotations.NullMarked;
