/**
 * The owner of a booking and who may change it ({@link
 * org.touchpaper.harc.rm.ownership.BookingOwnershipService}), and the local accounts of remote
 * users ({@link org.touchpaper.harc.rm.ownership.AccountMapping}). All schedulers share these
 * rules, because what is behind them knows only the resource manager. Depends on {@link
 * org.touchpaper.harc.rm.scheduler} and JDBC.
 */
@NullMarked
package org.touchpaper.harc.rm.ownership;

import org.jspecify.annotations.NullMarked;
