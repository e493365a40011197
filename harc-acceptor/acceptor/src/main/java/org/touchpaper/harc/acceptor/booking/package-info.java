/**
 * Bookings of clients without a BAR, which post HARC's XML (PoS(ESLEA)016 Figure 3) over HTTP. An
 * acceptor turns each call into a transaction: {@link
 * org.touchpaper.harc.acceptor.booking.BookingIdempotencyKey} derives ids and deadline from the
 * call's Idempotency-Key, and {@link org.touchpaper.harc.acceptor.booking.ClientBookingSettings}
 * adds what is configured. Neither reads a clock, so every acceptor computes the same record.
 */
@NullMarked
package org.touchpaper.harc.acceptor.booking;

import org.jspecify.annotations.NullMarked;
