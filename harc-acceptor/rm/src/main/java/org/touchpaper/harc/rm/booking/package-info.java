/**
 * State and calculations that all local schedulers share: {@link
 * org.touchpaper.harc.rm.booking.PreparedTransactions} stores the result of each transaction, so
 * that a repeated request gets the same result and an abort that overtakes its prepare is
 * remembered; {@link org.touchpaper.harc.rm.booking.NodeAvailability} counts free nodes over time.
 * Depends on {@link org.touchpaper.harc.rm.scheduler} and JDBC.
 */
@NullMarked
package org.touchpaper.harc.rm.booking;

import org.jspecify.annotations.NullMarked;
