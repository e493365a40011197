/** Tests of the bookings' pages; start at BookingPagesTest. */
@NullMarked
package org.touchpaper.bar.web.bookings;

import org.jspecify.annotations.NullMarked;
