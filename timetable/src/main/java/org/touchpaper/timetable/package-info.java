/** Capacity over time, pure. */
@NullMarked
package org.touchpaper.timetable;

import org.jspecify.annotations.NullMarked;
