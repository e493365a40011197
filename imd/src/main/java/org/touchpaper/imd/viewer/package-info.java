/**
 * A viewer of a running simulation that can steer it: {@link org.touchpaper.imd.viewer.ImdViewer}.
 * Blocking sockets, one thread.
 */
@NullMarked
package org.touchpaper.imd.viewer;

import org.jspecify.annotations.NullMarked;
