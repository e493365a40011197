/**
 * The interface between a resource manager and the scheduler behind it: {@link
 * org.touchpaper.harc.rm.scheduler.LocalScheduler}, which a new kind of resource implements
 * (MacLaren 2007: "an RM module that decodes Work and talks to a scheduler"), and its values. Start
 * reading there. {@link org.touchpaper.harc.rm.scheduler.BookingActionRules} has the rules that all
 * schedulers share. Depends on the JDK, JSpecify and {@link org.touchpaper.segment.connection}
 * only.
 */
@NullMarked
package org.touchpaper.harc.rm.scheduler;

import org.jspecify.annotations.NullMarked;
