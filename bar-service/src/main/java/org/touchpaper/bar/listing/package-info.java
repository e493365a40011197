/**
 * Lists of bookings: filters, order, cursor and count. {@code BookingPageFinder} finds the ids of a
 * page; the services read the bookings. Start with {@code BookingQuery}.
 */
@NullMarked
package org.touchpaper.bar.listing;

import org.jspecify.annotations.NullMarked;
