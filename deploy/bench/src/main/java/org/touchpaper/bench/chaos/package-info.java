/**
 * Co-allocations over real processes with random faults: acceptors and resource managers are
 * killed, suspended and restarted, and a disk fills. Afterwards all durable state and every
 * response that a client received is checked.
 *
 * <p>Start at {@link org.touchpaper.bench.chaos.ChaosBench}. {@link
 * org.touchpaper.bench.chaos.ClusterUnderTest} runs the processes, {@link
 * org.touchpaper.bench.chaos.ChaosInjector} injects faults, {@link
 * org.touchpaper.bench.chaos.LoadGenerator} sends requests, and {@link
 * org.touchpaper.bench.chaos.ConsistencyCheck} verifies the end state.
 */
@NullMarked
package org.touchpaper.bench.chaos;

import org.jspecify.annotations.NullMarked;
