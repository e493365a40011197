/** Who people from afar are. */
@NullMarked
package org.touchpaper.harc.rm.owner;

import org.jspecify.annotations.NullMarked;
