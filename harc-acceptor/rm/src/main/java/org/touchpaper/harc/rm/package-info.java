/** The resource manager host. */
@NullMarked
package org.touchpaper.harc.rm;

import org.jspecify.annotations.NullMarked;
