/** Tests of how a resource manager reads what it is asked. */
@NullMarked
package org.touchpaper.harc.rm.wire;

import org.jspecify.annotations.NullMarked;
