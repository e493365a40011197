/**
 * A HARC resource manager (MacLaren 2007): a small adapter in front of something that already
 * schedules. Start at {@link org.touchpaper.harc.rm.ResourceManagerApplication}, which puts one
 * together: the voter of {@link org.touchpaper.harc.rm.vote}, spoken with through {@link
 * org.touchpaper.harc.rm.wire}, before one of four local schedulers: a machine's calendar ({@link
 * org.touchpaper.harc.rm.calendar}), a Slurm cluster ({@link org.touchpaper.harc.rm.slurm}), a BAR
 * ({@link org.touchpaper.harc.rm.network}), or a store or instrument ({@link
 * org.touchpaper.harc.rm.generic}). They share whose a booking is ({@link
 * org.touchpaper.harc.rm.owner}), what was answered ({@link org.touchpaper.harc.rm.answer}) and how
 * nodes are counted ({@link org.touchpaper.harc.rm.nodes}). A new kind of resource implements
 * {@link org.touchpaper.harc.rm.local.LocalScheduler}.
 */
@NullMarked
package org.touchpaper.harc.rm;

import org.jspecify.annotations.NullMarked;
