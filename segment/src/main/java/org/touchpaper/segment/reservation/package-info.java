/**
 * The reservation service of a segment, which L-NSAP and NSAP share: a {@link
 * org.touchpaper.segment.connection.NetworkSegment} on PostgreSQL that implements the whole
 * contract. A service adds its {@link org.touchpaper.segment.capacity.CapacityAllocator} (does a
 * request fit?) and its {@code CircuitItemPlanner} (which element holds which items?). Start
 * reading at {@link org.touchpaper.segment.reservation.SegmentProvider}. Depends on {@code
 * connection}, {@code capacity}, {@code inventory} and {@code persistence}; {@code provisioning}
 * and {@code reconcile} build on it.
 */
@NullMarked
package org.touchpaper.segment.reservation;

import org.jspecify.annotations.NullMarked;
