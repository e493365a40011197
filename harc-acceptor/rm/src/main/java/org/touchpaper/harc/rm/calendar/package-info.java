/**
 * The calendar of a machine that has no reservation system: which of its nodes are promised to
 * whom, and when. {@link org.touchpaper.harc.rm.calendar.MachineCalendar} is the scheduler's face
 * and the place to start; {@link org.touchpaper.harc.rm.calendar.Allocation} is one promise and its
 * states; {@link org.touchpaper.harc.rm.nodes.FreeNodes} counts; {@link
 * org.touchpaper.harc.rm.calendar.AllocationFiles} is how the machine is told.
 */
@NullMarked
package org.touchpaper.harc.rm.calendar;

import org.jspecify.annotations.NullMarked;
