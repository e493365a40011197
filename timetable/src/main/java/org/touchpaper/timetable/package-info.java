/**
 * Capacity over time, as values: how much of something is taken when, where there is room, and when
 * several things have room at once. Start reading at {@link org.touchpaper.timetable.Timetable};
 * {@link org.touchpaper.timetable.Starts} is what is handed between services and intersected.
 * Everything is immutable, half-open and exact to the nanosecond. Depends on the JDK and JSpecify
 * alone: no clock, no database.
 */
@NullMarked
package org.touchpaper.timetable;

import org.jspecify.annotations.NullMarked;
