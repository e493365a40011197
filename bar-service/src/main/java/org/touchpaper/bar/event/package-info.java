/**
 * What subscribers are told about bookings, as CloudEvents 1.0. {@code BookingSnapshot} compares a
 * booking before and after a step, {@code EventLog} keeps the events as rows of the transaction
 * that made the change, and {@code RecentEvents} shares the reading of new rows among all who
 * follow.
 */
@NullMarked
package org.touchpaper.bar.event;

import org.jspecify.annotations.NullMarked;
