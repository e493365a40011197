/** Tests of the calendar, against a real PostgreSQL and a real directory. */
@NullMarked
package org.touchpaper.harc.rm.backend.calendar;

import org.jspecify.annotations.NullMarked;
