/** What the packets of one check say about a path. Pure. */
@NullMarked
package org.touchpaper.pathcheck.statistics;

import org.jspecify.annotations.NullMarked;
