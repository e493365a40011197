/**
 * Reserves the segments of a lightpath, all or nothing, and repeats each call until the segment has
 * answered.
 *
 * <p>Start at {@link org.touchpaper.bar.aggregator.BrokerNetworkSegment}: the BAR as a {@link
 * org.touchpaper.segment.connection.NetworkSegment} for its requesters and, as {@link
 * org.touchpaper.bar.aggregator.BrokerSegmentCallbacks}, as a {@link
 * org.touchpaper.segment.connection.SegmentHolder} for its segments. Decisions are made in {@code
 * Reservation}; {@code ReservationDriver} and {@code SegmentCaller} carry out its calls, {@code
 * ReservationStore} writes its rows, and {@code ReservationTaskConfiguration} resumes what is due.
 * No database transaction is open during a remote call.
 */
@NullMarked
package org.touchpaper.bar.aggregator;

import org.jspecify.annotations.NullMarked;
