/**
 * A machine without a reservation system: a calendar of its nodes' assignments. Start at {@link
 * org.touchpaper.harc.rm.backend.calendar.CalendarBackend}; {@link
 * org.touchpaper.harc.rm.backend.calendar.MachineAllocationFiles} passes bookings to the machine.
 * Depends on {@link org.touchpaper.harc.rm.booking} and {@link org.touchpaper.harc.rm.scheduler}.
 */
@NullMarked
package org.touchpaper.harc.rm.backend.calendar;

import org.jspecify.annotations.NullMarked;
