/** The pages for the list of bookings and for one booking: shown, changed, cancelled, exported. */
@NullMarked
package org.touchpaper.bar.web.bookings;

import org.jspecify.annotations.NullMarked;
