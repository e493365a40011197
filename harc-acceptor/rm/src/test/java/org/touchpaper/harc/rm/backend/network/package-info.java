/** Tests of the network scheduler, with a BAR in memory. */
@NullMarked
package org.touchpaper.harc.rm.backend.network;

import org.jspecify.annotations.NullMarked;
