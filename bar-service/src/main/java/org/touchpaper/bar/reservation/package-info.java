/**
 * A lightpath's booking at its site's broker: the requested versions, the segments that carry them,
 * and their states.
 *
 * <p>Start at {@link org.touchpaper.bar.reservation.Reservation}: an NSI connection with a class
 * per concern: {@code Revisions} (RSM), {@code ReservationProvisionStatus} (PSM), {@code
 * ReservationLifecycleStatus} (LSM) and {@code DataPlaneStatus}, over the {@code
 * SegmentHoldsByRevision} of its segments. {@code RequesterOperations} implements the requester's
 * operations, {@code SegmentCallCoordinator} the segments' side. A reservation lists the due calls
 * ({@link org.touchpaper.bar.reservation.segments.SegmentCall}) and takes their results ({@link
 * org.touchpaper.bar.reservation.segments.SegmentCallResult}); {@code aggregator} carries them out.
 * Depends on {@code segment.connection} and JPA's annotations.
 */
@NullMarked
package org.touchpaper.bar.reservation;

import org.jspecify.annotations.NullMarked;
