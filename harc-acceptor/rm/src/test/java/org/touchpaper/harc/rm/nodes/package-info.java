/** How a machine's nodes are counted. */
@NullMarked
package org.touchpaper.harc.rm.nodes;

import org.jspecify.annotations.NullMarked;
