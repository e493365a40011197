/**
 * Cuts: what a security officer has taken out of use until it is lifted. A cut is a row of the
 * table {@code cut}; while it is in force, {@code reservation} refuses what it covers. Start
 * reading at {@link org.touchpaper.segment.cut.Cut}. {@code officer} makes and lifts cuts.
 */
@NullMarked
package org.touchpaper.segment.cut;

import org.jspecify.annotations.NullMarked;
