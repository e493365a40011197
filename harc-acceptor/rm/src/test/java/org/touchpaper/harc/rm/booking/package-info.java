/** Tests of the timetable of nodes. */
@NullMarked
package org.touchpaper.harc.rm.booking;

import org.jspecify.annotations.NullMarked;
