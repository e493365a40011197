/**
 * How fast frames arrive: t_s, the time from one frame to the next, as the ESLEA papers measured
 * it. Pure: the caller passes the time.
 */
@NullMarked
package org.touchpaper.imd.statistics;

import org.jspecify.annotations.NullMarked;
