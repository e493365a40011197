/**
 * A network behind a resource manager: a site's BAR, through the contract of every network segment
 * and nothing else (PoS(ESLEA)016 asked for "a much smaller RM"). Start at {@link
 * org.touchpaper.harc.rm.network.NetworkScheduler}; {@link
 * org.touchpaper.harc.rm.network.Lightpaths} remembers what is asked of the BAR before it is asked.
 */
@NullMarked
package org.touchpaper.harc.rm.network;

import org.jspecify.annotations.NullMarked;
