/** Tests of the network's scheduler, with a BAR that lives in memory. */
@NullMarked
package org.touchpaper.harc.rm.network;

import org.jspecify.annotations.NullMarked;
