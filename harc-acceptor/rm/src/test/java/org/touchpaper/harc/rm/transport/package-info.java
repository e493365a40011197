/** Tests of a resource manager's transport. */
@NullMarked
package org.touchpaper.harc.rm.transport;

import org.jspecify.annotations.NullMarked;
