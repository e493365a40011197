/**
 * A HARC resource manager (MacLaren 2007): a small adapter in front of an existing scheduler. Start
 * at {@link org.touchpaper.harc.rm.ResourceManagerApplication}, which assembles one: the voter of
 * {@link org.touchpaper.harc.rm.voting}, reached through {@link org.touchpaper.harc.rm.transport},
 * in front of one of four local schedulers: a machine's calendar ({@link
 * org.touchpaper.harc.rm.backend.calendar}), a Slurm cluster ({@link
 * org.touchpaper.harc.rm.backend.slurm}), a BAR ({@link org.touchpaper.harc.rm.backend.network}),
 * or a store or instrument ({@link org.touchpaper.harc.rm.backend.units}). These share ownership
 * ({@link org.touchpaper.harc.rm.ownership}), and recorded results and node availability ({@link
 * org.touchpaper.harc.rm.booking}). A new kind of resource implements {@link
 * org.touchpaper.harc.rm.scheduler.LocalScheduler}.
 */
@NullMarked
package org.touchpaper.harc.rm;

import org.jspecify.annotations.NullMarked;
