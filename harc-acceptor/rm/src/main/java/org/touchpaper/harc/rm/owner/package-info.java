/**
 * Whose a booking is, who may do what to it ({@link org.touchpaper.harc.rm.owner.Owners}), and who
 * people from afar are here ({@link org.touchpaper.harc.rm.owner.Accounts}): one rule for all
 * schedulers of ours: what stands behind them knows the resource manager alone.
 */
@NullMarked
package org.touchpaper.harc.rm.owner;

import org.jspecify.annotations.NullMarked;
