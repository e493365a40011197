/** Speaks HARC to acceptors and resource managers. */
@NullMarked
package org.touchpaper.harc.client;

import org.jspecify.annotations.NullMarked;
