/** Tests of node availability. */
@NullMarked
package org.touchpaper.harc.rm.booking;

import org.jspecify.annotations.NullMarked;
