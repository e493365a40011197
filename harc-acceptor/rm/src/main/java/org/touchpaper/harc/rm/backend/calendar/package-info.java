/**
 * The scheduler of a machine without a reservation system: a calendar of its nodes' assignments.
 * Start at {@link org.touchpaper.harc.rm.backend.calendar.CalendarScheduler}; {@link
 * org.touchpaper.harc.rm.backend.calendar.Allocation} is one booking and its states, {@link
 * org.touchpaper.harc.rm.booking.NodeAvailability} counts free nodes, and {@link
 * org.touchpaper.harc.rm.backend.calendar.AllocationFiles} passes allocations to the machine.
 * Depends on {@link org.touchpaper.harc.rm.scheduler}, {@link org.touchpaper.harc.rm.booking} and
 * {@link org.touchpaper.harc.rm.ownership}.
 */
@NullMarked
package org.touchpaper.harc.rm.backend.calendar;

import org.jspecify.annotations.NullMarked;
