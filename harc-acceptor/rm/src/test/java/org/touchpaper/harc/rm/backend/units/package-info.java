/** Tests of a store and its units; start at UnitSchedulerTest. */
@NullMarked
package org.touchpaper.harc.rm.backend.units;

import org.jspecify.annotations.NullMarked;
