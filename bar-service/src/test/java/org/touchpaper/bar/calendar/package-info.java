/** Tests of calendars; start at BookingCalendarTest. */
@NullMarked
package org.touchpaper.bar.calendar;

import org.jspecify.annotations.NullMarked;
