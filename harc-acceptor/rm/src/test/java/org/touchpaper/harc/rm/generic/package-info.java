/** A store and its units; start at UnitSchedulerTest. */
@NullMarked
package org.touchpaper.harc.rm.generic;

import org.jspecify.annotations.NullMarked;
