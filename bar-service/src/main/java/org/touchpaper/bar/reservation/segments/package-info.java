/**
 * The segments of a reservation: {@link org.touchpaper.bar.reservation.segments.SegmentHold}, the
 * chain they form, and the calls to them with their results.
 */
@NullMarked
package org.touchpaper.bar.reservation.segments;

import org.jspecify.annotations.NullMarked;
