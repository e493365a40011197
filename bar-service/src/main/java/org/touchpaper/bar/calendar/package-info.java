/** Bookings as iCalendar (RFC 5545), for people's calendars. */
@NullMarked
package org.touchpaper.bar.calendar;

import org.jspecify.annotations.NullMarked;
