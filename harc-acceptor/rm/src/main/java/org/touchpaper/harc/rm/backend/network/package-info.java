/**
 * The scheduler of a network: a site's BAR, used only through the contract that every network
 * segment has (PoS(ESLEA)016 asked for "a much smaller RM"). Start at {@link
 * org.touchpaper.harc.rm.backend.network.NetworkScheduler}; {@link
 * org.touchpaper.harc.rm.backend.network.LightpathVersionRepository} records each request before it
 * is sent. Depends on {@link org.touchpaper.segment.connection}, {@link
 * org.touchpaper.platform.ParallelCalls}, {@link org.touchpaper.harc.rm.scheduler}, {@link
 * org.touchpaper.harc.rm.booking} and {@link org.touchpaper.harc.rm.ownership}.
 */
@NullMarked
package org.touchpaper.harc.rm.backend.network;

import org.jspecify.annotations.NullMarked;
