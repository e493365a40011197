/** IMD messages over blocking sockets, for viewers and for the relay. */
@NullMarked
package org.touchpaper.imd.connection;

import org.jspecify.annotations.NullMarked;
