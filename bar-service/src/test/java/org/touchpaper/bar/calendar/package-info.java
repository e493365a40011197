/** Tests of calendars; start at BookingCalendarWriterTest. */
@NullMarked
package org.touchpaper.bar.calendar;

import org.jspecify.annotations.NullMarked;
