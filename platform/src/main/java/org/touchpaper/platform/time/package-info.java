/** The one clock of a service. */
@NullMarked
package org.touchpaper.platform.time;

import org.jspecify.annotations.NullMarked;
