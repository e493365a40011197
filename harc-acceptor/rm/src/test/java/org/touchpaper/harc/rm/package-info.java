/** Tests of a complete resource manager, over HTTP, with scripted acceptors. */
@NullMarked
package org.touchpaper.harc.rm;

import org.jspecify.annotations.NullMarked;
