/** The commands for bookings: reserve, status, change, cancel and timetable. */
@NullMarked
package org.touchpaper.hlm.cli.booking;

import org.jspecify.annotations.NullMarked;
