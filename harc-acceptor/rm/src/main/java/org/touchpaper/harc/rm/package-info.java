/**
 * A HARC resource manager (MacLaren 2007): a small adapter in front of an existing scheduler. Start
 * at {@link org.touchpaper.harc.rm.ResourceManagerApplication}, which assembles one: the voter of
 * {@link org.touchpaper.harc.rm.voting}, reached through {@link org.touchpaper.harc.rm.transport},
 * in front of a local scheduler. A machine's calendar ({@link
 * org.touchpaper.harc.rm.backend.calendar}), a Slurm cluster ({@link
 * org.touchpaper.harc.rm.backend.slurm}) and a store or instrument ({@link
 * org.touchpaper.harc.rm.backend.units}) are backends of one booking kernel ({@link
 * org.touchpaper.harc.rm.booking}); a BAR ({@link org.touchpaper.harc.rm.backend.network}) reserves
 * and commits by itself. All share who owns a booking ({@link org.touchpaper.harc.rm.ownership}). A
 * new kind of resource implements {@link org.touchpaper.harc.rm.booking.Backend}.
 */
@NullMarked
package org.touchpaper.harc.rm;

import org.jspecify.annotations.NullMarked;
