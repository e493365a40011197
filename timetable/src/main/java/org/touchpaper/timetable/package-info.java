/**
 * Capacity over time, as immutable values: how much is booked when, when an amount is free, and
 * when several capacities are free at once. Start reading at {@link
 * org.touchpaper.timetable.CapacityTimetable}; services exchange {@link
 * org.touchpaper.timetable.StartRanges}. Times are half-open and exact to the nanosecond. Depends
 * on the JDK and JSpecify only: no clock, no database.
 */
@NullMarked
package org.touchpaper.timetable;

import org.jspecify.annotations.NullMarked;
