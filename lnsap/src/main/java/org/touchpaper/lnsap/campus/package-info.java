/** Hosts, ports and the border of one campus. */
@NullMarked
package org.touchpaper.lnsap.campus;

import org.jspecify.annotations.NullMarked;
