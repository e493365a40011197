/**
 * Co-allocations over real processes on a bad day: acceptors and resource managers are killed,
 * stopped and started again at random, a disk fills, and afterwards every book is read and every
 * answer a client got is checked.
 *
 * <p>Start at {@link org.touchpaper.bench.chaos.ChaosBench}. {@link
 * org.touchpaper.bench.chaos.Fleet} is what runs, {@link org.touchpaper.bench.chaos.Misfortune}
 * what befalls it, {@link org.touchpaper.bench.chaos.Customers} what is asked of it meanwhile, and
 * {@link org.touchpaper.bench.chaos.Audit} what must be true in the end.
 */
@NullMarked
package org.touchpaper.bench.chaos;

import org.jspecify.annotations.NullMarked;
