/**
 * The booking kernel of resource managers. {@link
 * org.touchpaper.harc.rm.booking.BackendResourceScheduler} holds, commits, aborts and purges
 * bookings, which {@link org.touchpaper.harc.rm.booking.BookingRepository} stores; {@link
 * org.touchpaper.harc.rm.booking.BackendSynchronizer} does what is due. A {@link
 * org.touchpaper.harc.rm.booking.Backend} evaluates requests, applies what a booking's state calls
 * for, and observes what is free. {@link
 * org.touchpaper.harc.rm.booking.TransactionResultRepository} stores the result of each
 * transaction, so that a repeated request gets the same result and an abort that overtakes its
 * prepare is remembered.
 */
@NullMarked
package org.touchpaper.harc.rm.booking;

import org.jspecify.annotations.NullMarked;
