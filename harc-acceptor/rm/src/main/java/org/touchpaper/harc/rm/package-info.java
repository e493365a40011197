/**
 * A HARC resource manager (MacLaren 2007): a small adapter in front of something that already
 * schedules. Start at {@link org.touchpaper.harc.rm.ResourceManagerApplication}, which puts one
 * together: the voter of {@link org.touchpaper.harc.rm.vote} before one of three local schedulers,
 * a machine's calendar ({@link org.touchpaper.harc.rm.calendar}), a Slurm cluster ({@link
 * org.touchpaper.harc.rm.slurm}) or a BAR ({@link org.touchpaper.harc.rm.network}). A new kind of
 * resource implements {@link org.touchpaper.harc.rm.local.LocalScheduler}.
 */
@NullMarked
package org.touchpaper.harc.rm;

import org.jspecify.annotations.NullMarked;
