/**
 * Asks the segments of a lightpath, all or nothing, and stays at it until each has answered.
 *
 * <p>Start at {@link org.touchpaper.bar.coordination.Broker}: the BAR as a {@link
 * org.touchpaper.segment.connection.NetworkSegment} to those above it and as a {@link
 * org.touchpaper.segment.connection.SegmentHolder} to those below. Every decision is the {@code
 * Reservation}'s; here its calls are carried out ({@code Conversation}), its rows written ({@code
 * Books}), and whatever is due is picked up again ({@code Rounds}). No database transaction is open
 * while somebody else is spoken to.
 */
@NullMarked
package org.touchpaper.bar.coordination;

import org.jspecify.annotations.NullMarked;
